// L-BFGS (Nocedal 1980): minimises a smooth function of many variables from its values and slopes.

/** Changes that the curvature is estimated from. */
const HISTORY = 6
/** Share of the decrease that the slope promises, which a step must reach. */
const ARMIJO = 1e-4
const MOST_TRIALS = 20

/** A point with its value and slopes. */
interface Point {
  x: Float64Array
  value: number
  slopes: Float64Array
}

/** Evaluates the function: writes the slopes and returns the value. */
export type Evaluate = (x: Float64Array, slopes: Float64Array) => Promise<number>

export class Lbfgs {
  private moves: Float64Array[] = []
  private turns: Float64Array[] = []
  private at: Point | null = null

  constructor(private readonly evaluate: Evaluate) {}

  get value(): number {
    return this.at?.value ?? Number.NaN
  }

  get x(): Float64Array {
    return this.at?.x ?? new Float64Array(0)
  }

  async start(x: Float64Array): Promise<void> {
    const slopes = new Float64Array(x.length)
    this.at = { x: x.slice(), value: await this.evaluate(x, slopes), slopes }
  }

  /** One step. False if the function cannot be made smaller along the direction. */
  async step(): Promise<boolean> {
    const at = this.at
    if (at === null) return false
    let direction = this.direction(at.slopes)
    let slope = dot(direction, at.slopes)
    if (!(slope < 0)) {
      this.moves = []
      this.turns = []
      direction = at.slopes.map((value) => -value)
      slope = dot(direction, at.slopes)
    }
    if (!(slope < 0)) return false
    let length = this.moves.length === 0 ? 1 / Math.sqrt(dot(at.slopes, at.slopes)) : 1
    for (let trial = 0; trial < MOST_TRIALS; trial++) {
      const x = at.x.map((value, i) => value + length * direction[i])
      const slopes = new Float64Array(x.length)
      const value = await this.evaluate(x, slopes)
      if (value <= at.value + ARMIJO * length * slope) {
        this.remember(at, { x, value, slopes })
        return true
      }
      // The minimum of the parabola through what is known, within limits.
      const bend = value - at.value - length * slope
      const next = (-slope * length * length) / (2 * bend)
      length = next > 0.1 * length && next < 0.6 * length ? next : 0.5 * length
    }
    return false
  }

  private remember(before: Point, after: Point): void {
    const move = after.x.map((value, i) => value - before.x[i])
    const turn = after.slopes.map((value, i) => value - before.slopes[i])
    this.at = after
    if (!(dot(move, turn) > 1e-10 * dot(turn, turn))) return
    this.moves.push(move)
    this.turns.push(turn)
    if (this.moves.length > HISTORY) {
      this.moves.shift()
      this.turns.shift()
    }
  }

  /** −H⁻¹ times the slopes, by the two loops over the history. */
  private direction(slopes: Float64Array): Float64Array {
    const { moves, turns } = this
    const direction = slopes.map((value) => -value)
    const shares = new Float64Array(moves.length)
    for (let k = moves.length - 1; k >= 0; k--) {
      shares[k] = dot(moves[k], direction) / dot(moves[k], turns[k])
      addTo(direction, turns[k], -shares[k])
    }
    const last = moves.length - 1
    if (last >= 0) {
      const scale = dot(moves[last], turns[last]) / dot(turns[last], turns[last])
      for (let i = 0; i < direction.length; i++) direction[i] *= scale
    }
    for (let k = 0; k < moves.length; k++)
      addTo(direction, moves[k], shares[k] - dot(turns[k], direction) / dot(moves[k], turns[k]))
    return direction
  }

  state(): Record<string, Float64Array> {
    const state: Record<string, Float64Array> = {}
    if (this.at !== null)
      Object.assign(state, { x: this.at.x, slopes: this.at.slopes, value: Float64Array.of(this.at.value) })
    this.moves.forEach((move, k) => {
      state[`move${k}`] = move
      state[`turn${k}`] = this.turns[k]
    })
    return state
  }

  restore(state: Readonly<Record<string, Float64Array>>): void {
    this.at = { x: state.x, slopes: state.slopes, value: state.value[0] }
    for (let k = 0; state[`move${k}`] !== undefined; k++) {
      this.moves.push(state[`move${k}`])
      this.turns.push(state[`turn${k}`])
    }
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

function addTo(to: Float64Array, from: Float64Array, factor: number): void {
  for (let i = 0; i < to.length; i++) to[i] += factor * from[i]
}
