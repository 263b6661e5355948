// A wide element with its own scrolling: by touch, by pointer, or by keyboard while it has the focus.
import type { ComponentChildren } from 'preact'

export function Scroll({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without the focus, a keyboard could not scroll it
    <section class="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}
