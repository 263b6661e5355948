// A step of Adam, four numbers at a time.
import { f32x4, i32, type Kernel, whileBelow } from '../wasm/assembler.js'
import { ADAM } from './kernels.js'
import { addresses, all } from './simd-code.js'

export const adam: Kernel = {
  name: 'adam',
  parameters: [...addresses(5), 'f32', 'f32'],
  body: ([w, length, toGradient, toMean, toSquares, rate, shrink], local) => {
    const [end, gradient, mean, squares] = addresses(4).map(local)
    const [slope, m, v] = [local('v128'), local('v128'), local('v128')]
    const { mul, add, sub, splat, load, store } = f32x4
    return [
      end.set(i32.add(w.get, i32.shl(length.get, i32.const(2)))),
      gradient.set(i32.add(w.get, toGradient.get)),
      mean.set(i32.add(w.get, toMean.get)),
      squares.set(i32.add(w.get, toSquares.get)),
      whileBelow(
        w,
        end.get,
        slope.set(mul(load(gradient.get), splat(shrink.get))),
        m.set(load(mean.get)),
        m.set(add(m.get, mul(all(ADAM.mean), sub(slope.get, m.get)))),
        m.set(f32x4.and(m.get, f32x4.gt(f32x4.abs(m.get), all(ADAM.least)))),
        v.set(load(squares.get)),
        v.set(add(v.get, mul(all(ADAM.squares), sub(mul(slope.get, slope.get), v.get)))),
        store(
          w.get,
          sub(load(w.get), f32x4.div(mul(splat(rate.get), m.get), add(f32x4.sqrt(v.get), all(ADAM.epsilon)))),
        ),
        store(mean.get, m.get),
        store(squares.get, v.get),
        store(gradient.get, all(0)),
        ...[w, gradient, mean, squares].map((pointer) => pointer.step(i32.const(16))),
      ),
    ]
  },
}
