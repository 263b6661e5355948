// A small corpus with words that the model has never seen.
export const EXAMPLE = `The halloumi was salty. We shared grilled halloumi. Is halloumi cheese? Never order halloumi. So halloumi it is. Please, more halloumi!

You can snowkite for hours. We went there to snowkite. Don't snowkite alone! Locals snowkite near the hut. I snowkite, she skis.

I brew kombucha at home. Cold kombucha helps. How to kombucha? Her kombucha exploded. Strong kombucha burns.

We drove to Trondheim on Friday. Trondheim was full of tourists. From Trondheim we took a bus. Why Trondheim?
`
