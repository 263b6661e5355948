/**
 * Where the English model is: a tokenizer, a tagger and a parser in one file, packed with gzip.
 *
 * @example
 * readPipeline(gunzipSync(await readFile(modelUrl))) // in Node
 * // In a browser, whether or not the server has unpacked the file already:
 * readPipeline(await unpackModel(new Uint8Array(await (await fetch(modelUrl)).arrayBuffer())))
 */
export const modelUrl: URL = new URL('../english.parley.gz', import.meta.url)
