// Fixes the seed of property tests, so that every run draws the same cases. `PARLEY_SEED` chooses another
// seed.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.PARLEY_SEED ?? 20261116) })
