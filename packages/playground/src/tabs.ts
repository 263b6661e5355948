// The tabs of the page, in order.
import type { FunctionComponent } from 'preact'
import { CorpusTab } from './corpus/corpus-tab.js'
import { GraphTab } from './graph/graph-tab.js'
import { JointTab } from './joint/joint-tab.js'
import { ParseTab } from './parse/parse-tab.js'
import { SummariseTab } from './summarise/summarise-tab.js'
import type { ModelState } from './work/use-model.js'

/** The properties that every tab receives. */
export interface TabProps {
  readonly model: ModelState
  /** The values in the address. */
  readonly values: Readonly<Record<string, string>>
  /** Writes the state of the tab to the address. */
  readonly keep: (values: Readonly<Record<string, string>>) => void
}

export interface Tab {
  readonly id: string
  readonly name: string
  readonly needsModel: boolean
  /** The section of the model that the tab requires; without it the tab is not shown. */
  readonly section?: string
  readonly body: FunctionComponent<TabProps>
}

export const TABS: readonly Tab[] = [
  { id: 'parse', name: 'Parse', needsModel: true, body: ParseTab },
  { id: 'graph', name: 'Factor graph', needsModel: false, body: GraphTab },
  { id: 'joint', name: 'Two models', needsModel: true, body: JointTab },
  { id: 'summarise', name: 'Summarise', needsModel: true, section: 'summariser', body: SummariseTab },
  { id: 'corpus', name: 'Corpus', needsModel: true, body: CorpusTab },
]
