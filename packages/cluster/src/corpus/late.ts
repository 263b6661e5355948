// Imports from other packages that only a corpus needs; loaded with the first corpus.
export { carryOut, packSplit } from '@parleyjs/nlp/internal'
