// Words that are written together with a neighbour, before it or after it: Hebrew "ובבית" is ו + ב + ה + בית,
// Spanish "decirle" is decir + le. Every way to take known affixes off a form is a candidate.

/** A part of a form that stands for words beside its stem. */
export interface Affix {
  /** What is taken off the form. */
  readonly text: string
  /** What the stem gets in its place; only possible for the affix beside the stem. */
  readonly put: string
  /** The words, in the order of the sentence. */
  readonly words: readonly string[]
}

/** A way to split a form. */
export interface Candidate {
  /** Numbers of the affixes before and after the stem, outermost first. */
  readonly before: readonly number[]
  readonly after: readonly number[]
  /** What is left of the form, and the stem that is made of it. */
  readonly rest: string
  readonly stem: string
  readonly words: readonly string[]
}

/** Some affixes of one side, outermost first. */
interface Chain {
  readonly affixes: readonly number[]
  readonly taken: number
  readonly put: string
  readonly words: readonly string[]
}

/** Maximum number of affixes on one side, and of chains of a form on one side. */
const MAX_AFFIXES = 4
const MAX_CHAINS = 16

const NOTHING: Chain = { affixes: [], taken: 0, put: '', words: [] }

/** Finds affixes at one side of a form. */
class Side {
  private readonly byText = new Map<string, number[]>()
  private readonly longest: number

  constructor(
    private readonly affixes: readonly Affix[],
    private readonly isFront: boolean,
  ) {
    affixes.forEach(({ text }, i) => {
      const same = this.byText.get(text)
      if (same === undefined) this.byText.set(text, [i])
      else same.push(i)
    })
    this.longest = affixes.reduce((most, { text }) => Math.max(most, text.length), 0)
  }

  /** The chains that leave something of a form; the first is empty. Shorter chains come first. */
  chains(form: string): Chain[] {
    const all = [NOTHING]
    for (let c = 0; c < all.length && all.length < MAX_CHAINS; c++) this.extend(form, all[c], all)
    return all.slice(0, MAX_CHAINS)
  }

  private extend(form: string, chain: Chain, all: Chain[]): void {
    const { isFront, affixes } = this
    if (chain.affixes.length === MAX_AFFIXES || chain.put !== '') return
    const { taken } = chain
    const end = form.length - taken
    for (let n = 1; n <= this.longest && taken + n < form.length; n++) {
      const text = isFront ? form.slice(taken, taken + n) : form.slice(end - n, end)
      for (const number of this.byText.get(text) ?? []) {
        if (chain.affixes.includes(number)) continue
        const { put, words } = affixes[number]
        all.push({
          affixes: [...chain.affixes, number],
          taken: taken + n,
          put,
          words: isFront ? [...chain.words, ...words] : [...words, ...chain.words],
        })
      }
    }
  }
}

/** Finds the candidates of forms. */
export class Affixes {
  private readonly front: Side
  private readonly back: Side

  constructor(
    readonly before: readonly Affix[],
    readonly after: readonly Affix[],
  ) {
    this.front = new Side(before, true)
    this.back = new Side(after, false)
  }

  /** The ways to split a form, with different words each; the first leaves it whole. */
  candidates(form: string): Candidate[] {
    const backs = this.back.chains(form)
    const seen = new Set<string>()
    const all: Candidate[] = []
    for (const front of this.front.chains(form))
      for (const back of backs) {
        if (front.taken + back.taken >= form.length) continue
        const rest = form.slice(front.taken, form.length - back.taken)
        const stem = front.put + rest + back.put
        const words = [...front.words, stem, ...back.words]
        const key = words.join('\t')
        if (seen.has(key)) continue
        seen.add(key)
        all.push({ before: front.affixes, after: back.affixes, rest, stem, words })
      }
    return all
  }
}
