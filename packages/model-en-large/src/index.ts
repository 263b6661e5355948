/**
 * The URL of the English model of size "large": a tokenizer, and a network that tags and parses, in one file,
 * compressed with gzip.
 */
export const modelUrl: URL = new URL('../english-large.parley.gz', import.meta.url)
