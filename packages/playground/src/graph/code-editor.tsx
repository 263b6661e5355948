// A plain text field with line numbers, in which erroneous lines are marked.
import { useRef } from 'preact/hooks'
import type { Failure } from '../work/tasks.js'

interface CodeEditorProps {
  readonly id: string
  readonly label: string
  readonly value: string
  readonly problems: readonly Failure[]
  readonly onChange: (value: string) => void
}

export function CodeEditor({ id, label, value, problems, onChange }: CodeEditorProps) {
  const gutter = useRef<HTMLPreElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const wrong = new Set(problems.map(({ line }) => line))
  const lines = value.split('\n')
  /** Moves the cursor to an error. */
  const goTo = (line = 1, column = 1) => {
    const start = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0) + column - 1
    field.current?.focus()
    field.current?.setSelectionRange(start, start + 1)
  }
  return (
    <div>
      <label for={id}>{label}</label>
      <div class="editor">
        <pre ref={gutter} aria-hidden="true">
          {lines.map((_, i) => (
            <span key={i} class={wrong.has(i + 1) ? 'wrong' : ''}>{`${i + 1}\n`}</span>
          ))}
        </pre>
        <textarea
          id={id}
          ref={field}
          class="code"
          rows={Math.min(18, Math.max(10, lines.length))}
          wrap="off"
          spellcheck={false}
          autocomplete="off"
          value={value}
          aria-invalid={problems.length > 0}
          aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
          onInput={(event) => onChange(event.currentTarget.value)}
          onScroll={(event) => {
            if (gutter.current !== null) gutter.current.scrollTop = event.currentTarget.scrollTop
          }}
        />
      </div>
      {problems.length > 0 && (
        <ul id={`${id}-problems`} class="failure problems" role="alert">
          {problems.slice(0, 5).map(({ message, line, column }) => (
            <li key={message}>
              {line !== undefined && (
                <button type="button" class="quiet" onClick={() => goTo(line, column)}>
                  Line {line}
                </button>
              )}{' '}
              {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
