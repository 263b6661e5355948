/**
 * Where the English model is: a tokenizer, a tagger and a parser in one file, packed with gzip.
 *
 * @example
 * readPipeline(gunzipSync(await readFile(modelUrl))) // in Node
 * const packed = (await fetch(modelUrl)).body.pipeThrough(new DecompressionStream('gzip')) // in a browser
 */
export const modelUrl: URL = new URL('../english.parley.gz', import.meta.url)
