// Results of other parsers on the same kind of data: constants, with their sources.

export interface Published {
  readonly system: string
  readonly upos?: number
  readonly uas: number
  /** Without subtypes of relations. */
  readonly las: number
  /** With subtypes, where known. */
  readonly full?: number
}

/**
 * TurboParser 2.3 (C++), trained on the train part of the same files with the settings of its own script (10
 * epochs) and gold tags, and scored with punctuation. `standard` on en_ewt had fewer: 6 epochs, and 5 of its
 * pruner. `basic` has the parts of `arc`, `standard` those of `second`, `full` those of `full`; it has no
 * network.
 */
export const TURBO: readonly (Published & {
  readonly treebank: string
  readonly part: 'dev' | 'test'
  readonly parts: string
})[] = [
  turbo('en_ewt', 'dev', 'arc', 86.87, 85.11, 85.19),
  turbo('en_ewt', 'test', 'arc', 86.4, 84.65, 84.77),
  turbo('en_ewt', 'dev', 'second', 89.74, 87.48, 87.6),
  turbo('en_ewt', 'test', 'second', 89.38, 87.22, 87.39),
  turbo('da_cdt', 'dev', 'second', 88.05, 79.87, 79.87),
  turbo('da_cdt', 'test', 'second', 87.77, 79.52, 79.52),
  turbo('da_cdt', 'dev', 'full', 88.39, 80.18, 80.18),
  turbo('da_cdt', 'test', 'full', 88.11, 79.81, 79.81),
]

function turbo(
  treebank: string,
  part: 'dev' | 'test',
  parts: 'arc' | 'second' | 'full',
  uas: number,
  full: number,
  las: number,
) {
  const size = { arc: 'basic', second: 'standard', full: 'full' }[parts]
  const epochs = treebank === 'en_ewt' && parts === 'second' ? ' (6 of 10 epochs)' : ''
  return { system: `TurboParser 2.3, ${size}${epochs}`, treebank, part, parts, uas, las, full }
}

/** UDPipe 1.2 on the test part of UD English-EWT 2.5, from its own documentation. */
export const UDPIPE: Readonly<Record<'tags' | 'tokens' | 'text', Published>> = {
  tags: { system: 'UDPipe 1.2 (UD 2.5)', uas: 88.1, las: 86.2 },
  tokens: { system: 'UDPipe 1.2 (UD 2.5)', upos: 94.4, uas: 84.4, las: 81.1 },
  text: { system: 'UDPipe 1.2 (UD 2.5)', uas: 80.2, las: 77 },
}
