// The settings of the parse tab: kinds of parts, algorithm, and whether arcs may cross.
import { type PartName, partsName } from '@parleyjs/nlp/internal'
import type { ParseSettings } from './parse-types.js'

/** Offers the kinds of parts that the model has learned. */
export function SettingsRow({
  has,
  settings,
  onChange,
}: {
  has: readonly string[]
  settings: ParseSettings
  readonly onChange: (settings: ParseSettings) => void
}) {
  const choices: readonly (readonly PartName[])[] = [
    ['arc'],
    ['arc', 'sibling'],
    ['arc', 'grandparent'],
    has as readonly PartName[],
  ]
  const label = (parts: readonly PartName[]) =>
    parts === has ? `${partsName(parts)}: all that the model knows` : parts.join(' + ')
  const same = (parts: readonly string[]) =>
    parts.every((part) => settings.parts.includes(part as PartName)) &&
    has.every((part) => parts.includes(part) || !settings.parts.includes(part as PartName))
  return (
    <div class="settings">
      <label>
        Parts{' '}
        <select
          disabled={has.length === 0}
          value={String(choices.findIndex(same))}
          onChange={(event) => onChange({ ...settings, parts: choices[Number(event.currentTarget.value)] })}
        >
          {has.length > 0 &&
            choices.map((parts, i) => (
              <option key={label(parts)} value={String(i)}>
                {label(parts)}
              </option>
            ))}
        </select>
      </label>
      <label>
        Algorithm{' '}
        <select
          value={settings.algorithm}
          onChange={(event) =>
            onChange({ ...settings, algorithm: event.currentTarget.value as ParseSettings['algorithm'] })
          }
        >
          <option value="ad3">AD³</option>
          <option value="subgradient">subgradient</option>
        </select>
      </label>
      <label>
        <input
          type="checkbox"
          checked={settings.projective}
          onChange={(event) => onChange({ ...settings, projective: event.currentTarget.checked })}
        />{' '}
        no crossing arcs
      </label>
    </div>
  )
}
