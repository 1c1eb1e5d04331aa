import { useSignal } from '@preact/signals'
import type { ControlFailure } from '../../control-client/failure.ts'
import type { Client } from '../api/client.ts'
import { asFailure } from '../api/failure.ts'
import { keptIn } from '../parts/kept-in.ts'
import { matching } from '../parts/search.ts'
import { FailureNote, Shown } from '../parts/states.tsx'
import { toast } from '../parts/toast.tsx'
import { useSession } from '../state/business.ts'
import { never, useResource } from '../state/resource.ts'
import { settingGroups } from './setting-names.ts'
import { exampleOf, type Field, fieldsOf, patchesOf, type Schema, textOf } from './settings-fields.ts'

/** The settings of the business; their names, kinds and descriptions come from the schema of the control API. */
export function SettingsForm({ close }: { readonly close: () => void }) {
  const { loaded, reload } = useResource(loadSettings, never)
  return (
    <Shown loaded={loaded.value} retry={reload}>
      {(facts: Facts) => <Fields {...facts} close={close} />}
    </Shown>
  )
}

interface Facts {
  readonly fields: readonly Field[]
  readonly settings: ReadonlyMap<string, unknown>
}

async function loadSettings({ call, exchange }: Client): Promise<Facts> {
  const [document, settings] = await Promise.all([exchange('/_sandbox/openapi.json'), call('GET /_sandbox/business')])
  const { components }: { components: { schemas: { SettingsChange: Schema } } } = await document.json()
  return { fields: fieldsOf(components.schemas.SettingsChange), settings: new Map(Object.entries(settings)) }
}

function Fields({ fields, settings, close }: Facts & { readonly close: () => void }) {
  const { client, live } = useSession()
  const texts = useSignal<Readonly<Record<string, string>>>({})
  const search = useSignal('')
  const failure = useSignal<ControlFailure | null>(null)
  const matches = matching(search.value)
  const shown = settingGroups.flatMap(([group, names]) => {
    const own = [...names].flatMap(([name, { title, usual }]) => {
      const field = fields.find((one) => one.name === name)
      return field && matches(name, title, field.description) ? { field, title, usual } : []
    })
    return own.length === 0 ? [] : [{ group, own }]
  })
  const changes = fields.flatMap((field) => {
    const before = settings.get(field.name)
    const text = texts.value[field.name] ?? textOf(before)
    return text === textOf(before) ? [] : [{ field, before, text }]
  })
  const save = async (event: Event) => {
    event.preventDefault()
    try {
      for (const patch of patchesOf(changes)) {
        const headers = { 'content-type': 'application/json' }
        await client.exchange('/_sandbox/business', { method: 'PATCH', headers, body: JSON.stringify(patch) })
      }
      live.refresh()
      void toast(`Changed: ${changes.map(({ field }) => field.name).join(', ')}`)
      close()
    } catch (cause) {
      failure.value = asFailure(cause)
    }
  }
  return (
    <form class="action stack" onSubmit={save}>
      <input type="search" aria-label="Find a setting" placeholder="Find a setting" {...keptIn(search)} />
      {shown.length === 0 && <p class="soft">No setting matches.</p>}
      {shown.map(({ group, own }) => (
        <fieldset key={group} class="stack">
          <legend class="settings-group">{group}</legend>
          {own.map(({ field, ...names }) => (
            <SettingField
              key={field.name}
              field={field}
              {...names}
              text={texts.value[field.name] ?? textOf(settings.get(field.name))}
              change={(text) => (texts.value = { ...texts.value, [field.name]: text })}
            />
          ))}
        </fieldset>
      ))}
      <div class="settings-foot stack">
        {failure.value !== null && <FailureNote failure={failure.value} />}
        <div class="action-buttons line">
          <span class="grow soft">
            An empty field gives the default back. A reset undoes all of it. D36 and the like:{' '}
            <code>payments-sandbox guide fidelity</code>.
          </span>
          <button type="submit" class="primary" disabled={changes.length === 0}>
            Save
          </button>
        </div>
      </div>
    </form>
  )
}

interface SettingFieldProps {
  readonly field: Field
  readonly title: string
  readonly usual: string
  readonly text: string
  readonly change: (text: string) => void
}

function SettingField({ field, title, usual, text, change }: SettingFieldProps) {
  const { name, description, choices, form, schema } = field
  const id = `setting-${name}`
  const own = {
    id,
    'aria-describedby': `${id}-about ${id}-usual`,
    value: text,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) => change(currentTarget.value),
  }
  return (
    <div class="settings-field">
      <div class="line">
        <label for={id} class="grow">
          <b>{title}</b> <code class="faint">{name}</code>
        </label>
        <span class="faint" id={`${id}-usual`}>
          Default: {usual}
        </span>
      </div>
      <span class="soft" id={`${id}-about`}>
        {description}
      </span>
      {choices !== null && form === 'text' ? (
        <select {...own}>
          {['', ...choices].map((choice) => (
            <option key={choice} value={choice}>
              {choice === '' ? 'default' : choice}
            </option>
          ))}
        </select>
      ) : form === 'lines' ? (
        <textarea
          rows={Math.max(2, text.split('\n').length)}
          placeholder={exampleOf(schema)}
          spellcheck={false}
          {...own}
        />
      ) : (
        <input autoComplete="off" {...own} />
      )}
    </div>
  )
}
