// The field that a tab's text is written in, with its name above.

export interface TextFieldProps {
  readonly id: string
  readonly label: string
  readonly rows: number
  /** How many characters it takes. */
  readonly most: number
  readonly text: string
  readonly onText: (text: string) => void
}

export function TextField({ id, label, rows, most, text, onText }: TextFieldProps) {
  return (
    <>
      <label for={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        maxLength={most}
        spellcheck={false}
        value={text}
        onInput={(event) => onText(event.currentTarget.value)}
      />
    </>
  )
}
