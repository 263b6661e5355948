// Property tests draw the same cases in every run: a failure is never a matter of luck. `PARLEY_SEED` draws others.
import fc from 'fast-check'

fc.configureGlobal({ seed: Number(process.env.PARLEY_SEED ?? 20261116) })
