# The HTTP API and the playground: docker build -t parley . && docker run -p 8080:8080 -e PARLEY_TOKEN=secret parley
FROM node:22-bookworm-slim AS build
WORKDIR /parley
COPY . .
RUN npm ci && npm run build && npm prune --omit=dev

FROM node:22-bookworm-slim
ENV NODE_ENV=production
WORKDIR /parley
COPY --from=build --chown=node:node /parley ./
USER node
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "packages/cli/bin/parley.js"]
CMD ["serve", "--host", "0.0.0.0"]
