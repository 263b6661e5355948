// `npm run bench`: AD³ on the benchmark instances; with --check-docs, whether the figures in docs/ are still
// those of their commands.
if (process.argv.includes('--check-docs')) await import('./check-docs.js')
else await import('./ad3.js')
