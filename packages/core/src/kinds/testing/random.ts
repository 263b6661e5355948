export * from '../common/random-scores.js'
