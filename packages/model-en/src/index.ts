/**
 * The URL of the English model: a tokenizer, a tagger and a parser in one file, compressed with gzip.
 *
 * @example
 * readPipeline(gunzipSync(await readFile(modelUrl))) // in Node
 * // In a browser, whether or not the file is still compressed:
 * readPipeline(await unpackModel(new Uint8Array(await (await fetch(modelUrl)).arrayBuffer())))
 */
export const modelUrl: URL = new URL('../english.parley.gz', import.meta.url)
