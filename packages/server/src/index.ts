// The HTTP server of Parley: `startServer` and its limits.
export { DEFAULT_LIMITS, type Limits } from './limits.js'
export { requestSchemas } from './schemas.js'
export { type RunningServer, type ServerOptions, startServer } from './serve.js'
