// The step schedules of paper 4 (supplement, section 6): T⁻¹, T^−½ and 0.9^T, T being the round or the number
// of rises of the dual so far, times factors that are powers of ten.

export interface Schedule {
  readonly name: string
  /** The step of a round, counted from 1, after a number of increases of the dual. */
  readonly step: (round: number, rises: number) => number
}

/**
 * The paper also has 10⁻³ and 10⁻²: with these no schedule reaches 80 % of the decrease within 100 rounds
 * here.
 */
const FACTORS = [0.1, 1, 10]

const FORMS: Readonly<Record<string, (t: number) => number>> = {
  '1/T': (t) => 1 / t,
  '1/√T': (t) => 1 / Math.sqrt(t),
  '0.9^T': (t) => 0.9 ** t,
}

export const SCHEDULES: readonly Schedule[] = Object.entries(FORMS).flatMap(([form, of]) =>
  FACTORS.flatMap((factor) => [
    { name: `${factor}·${form}`, step: (round: number) => factor * of(round) },
    {
      name: `${factor}·${form}, T rises`,
      step: (_: number, rises: number) => factor * of(1 + rises),
    },
  ]),
)

/**
 * The rule that paper 3 states (Appendix B): ½, halved at every increase of the dual. Paper 4 does not say
 * which of its schedules Rush et al. (2012), its baseline, used.
 */
export const HALVING: Schedule = { name: '0.5·2^−T, T rises', step: (_, rises) => 0.5 * 0.5 ** rises }
