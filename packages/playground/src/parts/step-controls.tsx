// Buttons for previous, next and play, and a slider over steps.
import { useEffect, useState } from 'preact/hooks'

interface StepControlsProps {
  readonly at: number
  readonly last: number
  /** The name of a step. */
  readonly name?: string
  readonly onMove: (at: number) => void
}

/** Milliseconds for which a step is shown; `WHOLE` limits the duration of a whole run. */
const SHOWN = 250
const WHOLE = 10_000

export function StepControls({ at, last, name = 'Iteration', onMove }: StepControlsProps) {
  const [playing, setPlaying] = useState(false)
  useEffect(() => {
    if (!playing) return
    if (at >= last) {
      setPlaying(false)
      return
    }
    const timer = setTimeout(() => onMove(at + 1), Math.min(SHOWN, WHOLE / last))
    return () => clearTimeout(timer)
  }, [playing, at, last, onMove])
  const play = () => {
    if (!playing && at >= last) onMove(0)
    setPlaying(!playing)
  }
  const move = (to: number) => {
    setPlaying(false)
    onMove(Math.max(0, Math.min(last, to)))
  }
  return (
    <div class="steps">
      <button type="button" onClick={() => move(at - 1)} disabled={at === 0} aria-label="Previous step">
        ←
      </button>
      <button type="button" onClick={play} disabled={last === 0}>
        {playing ? 'Pause' : 'Play'}
      </button>
      <button type="button" onClick={() => move(at + 1)} disabled={at >= last} aria-label="Next step">
        →
      </button>
      <input
        type="range"
        min="0"
        max={last}
        value={at}
        aria-label={name}
        onInput={(event) => move(Number(event.currentTarget.value))}
      />
      <output>
        {name} {at} of {last}
      </output>
    </div>
  )
}
