// A small network to be trained in the tests: two linear layers with a GELU between them.
import { gelu } from '../dist/layers/activations.js'
import { linear } from '../dist/layers/linear.js'
import { Tape } from '../dist/tensors/tape.js'

export const shapes = { first: [3, 16], bias: [1, 16], second: [16, 1] }

/** Half the squared error of the network for rows [a, b, c] that should give a · b − c. */
export function learnPiece(parameters, rows) {
  const tape = new Tape(parameters.memory, true)
  const middle = linear(tape, tape.put(rows), parameters.of('first'), parameters.of('bias'))
  const y = linear(tape, gelu(tape, middle), parameters.of('second'))
  const errors = tape.read(y).map(([value], i) => value - (rows[i][0] * rows[i][1] - rows[i][2]))
  tape.addSlopes(
    y,
    errors.map((error) => [error]),
  )
  tape.backward()
  tape.clear()
  return errors.reduce((sum, error) => sum + error ** 2 / 2, 0)
}
