/**
 * The URL of the English model: a tokenizer, a tagger and a parser in one file, compressed with gzip.
 *
 * @example
 * const parley = await loadParley(modelUrl) // in Node and in pages
 */
export const modelUrl: URL = new URL('../english.parley.gz', import.meta.url)
