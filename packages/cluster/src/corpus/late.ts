// What only a corpus needs of another package: it is loaded with the first of them.
export { carryOut, packSplit } from '@parley/nlp'
