// Something wide, which scrolls by itself: by touch, pointer or, once it has the focus, by keyboard.
import type { ComponentChildren } from 'preact'

export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, a keyboard could not scroll it
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
