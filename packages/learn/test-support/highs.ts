import type { Highs } from 'highs'
import * as module from 'highs'

// The types of the package describe its CommonJS build; imported as a module, its default export is the loader.
const load = (module as unknown as { default: () => Promise<Highs> }).default

/** HiGHS, the independent solver for quadratic programs that tests compare with. */
export const highs: Highs = await load()
