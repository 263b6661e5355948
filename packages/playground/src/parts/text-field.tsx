// The text field of a tab, with its label above.

export interface TextFieldProps {
  readonly id: string
  readonly label: string
  readonly rows: number
  /** Maximum number of characters. */
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
