// A thread of a crew that joins in and then dies in the middle of its work.
import { Kernel } from '../../../dist/ad3/kernel.js'

const { gatherAccelerated } = Kernel.prototype
let calls = 0
Kernel.prototype.gatherAccelerated = function () {
  gatherAccelerated.call(this)
  if (++calls === 5) globalThis.process.exit(0)
}
await import('../../../dist/ad3/crew-thread.js')
