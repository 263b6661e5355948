// The entry point of a thread in a crew: waits for a phase, does its share, and reports that it is done.
import { threadPort } from '../threads/spawn.js'
import { Control, SPINS } from './control.js'
import type { CrewData } from './crew.js'
import { Kernel, PHASES } from './kernel.js'
import type { Ad3Memory } from './memory.js'

const port = await threadPort<CrewData>()
const { control, member, members } = port.data
port.onMessage((memory) => {
  const kernel = new Kernel(memory as Ad3Memory, member, members)
  let generation = Atomics.load(control, Control.generation)
  port.postMessage('ready')
  for (;;) {
    for (let i = 0; i < SPINS && Atomics.load(control, Control.generation) === generation; i++);
    while (Atomics.load(control, Control.generation) === generation)
      Atomics.wait(control, Control.generation, generation)
    generation++
    try {
      kernel.run(PHASES[control[Control.phase]])
    } catch (error) {
      Atomics.store(control, Control.failed, 1)
      Atomics.notify(control, Control.done)
      throw error
    }
    if (Atomics.add(control, Control.done, 1) === members - 2) Atomics.notify(control, Control.done)
  }
})
