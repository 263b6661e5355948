// A thread of a training, for the tests.
import { serveReplica } from '../dist/training/serve-replica.js'
import { learnPiece } from './regression.mjs'

await serveReplica(() => learnPiece)
