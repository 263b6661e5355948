export * from '../random-scores.js'
