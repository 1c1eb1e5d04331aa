import { type Signal, useSignal } from '@preact/signals'
import { type Flow, flowDefinitions, flowHas, flows } from '../../catalogue/flows.ts'
import type { InputOf } from '../../control/routes.ts'
import { callService } from '../api/call-service.ts'
import { changesAny } from '../api/live-event.ts'
import { keptIn } from '../parts/kept-in.ts'
import { Options } from '../parts/options.tsx'
import { type Selector, selectorWords } from '../parts/words.ts'
import { act } from '../state/act.ts'
import { useSession } from '../state/business.ts'
import { useAnswer } from '../state/resource.ts'
import { type Asked, callOf, choicesOf, currenciesOf, enabledSample, inCurrency, usualChoice } from './try.ts'

interface TryFormProps {
  /** The enabled ones. */
  readonly currencies: readonly string[]
  /** How the sample call of each flow would get its scenario. */
  readonly usual: ReadonlyMap<Flow, Selector>
  readonly callbackURL: string | undefined
  readonly newReference: () => string
  readonly sent: (id: string, asked: Asked) => void
}

export function TryForm({ currencies, usual, callbackURL, newReference, sent }: TryFormProps) {
  const asked = useSignal(enabledSample('mobile-money', currencies))
  const chosen = useSignal<string | null>(null)
  const isSending = useSignal(false)
  const { key } = useSession().client
  const { flow } = asked.value
  const scenario = chosen.value ?? usualChoice(flow, usual.get(flow))
  const headers: Readonly<Record<string, string>> = scenario === '' ? {} : { 'x-sandbox-scenario': scenario }
  const send = async (event: Event) => {
    event.preventDefault()
    isSending.value = true
    const call = callOf(asked.value, { reference: newReference(), callbackURL })
    const id = await act(() => callService({ ...call, key, headers }), 'Sent')
    if (id !== null) sent(id, asked.value)
    isSending.value = false
  }
  return (
    <form class="panel card" aria-label="Try it" onSubmit={send}>
      <div class="start-fields">
        <Payment asked={asked} currencies={currencies} changedFlow={() => (chosen.value = null)} />
        <label class="start-field soft">
          What happens
          <select value={scenario} onInput={({ currentTarget }) => (chosen.value = currentTarget.value)}>
            <Options of={choicesOf(flow)} />
          </select>
        </label>
        <button type="submit" class="primary" disabled={isSending.value}>
          Try it
        </button>
      </div>
      <Plan request={{ ...callOf(asked.value, { reference: 'try', callbackURL }), headers }} />
    </form>
  )
}

interface PaymentProps extends Pick<TryFormProps, 'currencies'> {
  readonly asked: Signal<Asked>
  readonly changedFlow: () => void
}

function Payment({ asked, currencies, changedFlow }: PaymentProps) {
  const { flow, currency } = asked.value
  const kept = (name: 'amount' | 'number' | 'network') =>
    keptIn({
      get value() {
        return asked.value[name]
      },
      set value(text) {
        asked.value = { ...asked.value, [name]: text }
      },
    })
  return (
    <>
      <label class="start-field soft">
        Flow
        <select
          value={flow}
          onInput={({ currentTarget: { value } }) => {
            asked.value = enabledSample(flows.find((one) => one === value) ?? flow, currencies)
            changedFlow()
          }}
        >
          <Options of={flows.map((one) => [one, flowDefinitions[one].page.title] as const)} />
        </select>
      </label>
      <label class="start-field soft">
        Amount
        <input size={5} inputMode="decimal" autoComplete="off" {...kept('amount')} />
      </label>
      <label class="start-field soft">
        Currency
        <select
          value={currency}
          onInput={({ currentTarget: { value } }) => (asked.value = inCurrency(asked.value, value))}
        >
          <Options
            of={[...new Set([...currenciesOf(flow, currencies), currency])].map((code) => [code, code] as const)}
          />
        </select>
      </label>
      <label class="start-field soft">
        Number
        <input size={11} autoComplete="off" {...kept('number')} />
      </label>
      <label class="start-field soft">
        {flowHas(flow, 'phone') ? 'Network' : 'Bank'}
        <input size={4} autoComplete="off" {...kept('network')} />
      </label>
    </>
  )
}

/** Which scenario the call would get, and why; or why the call would be refused. */
function Plan({ request }: { readonly request: InputOf<'POST /_sandbox/explain'> }) {
  const isStale = changesAny('default', 'queue', 'settings')
  const { loaded } = useAnswer(isStale, 'POST /_sandbox/explain', request)
  const { value } = loaded
  return (
    <p class="start-plan soft">
      {value.state === 'failed' && <span class="tone-bad">{value.failure.message}</span>}
      {value.state === 'ready' && (
        <>
          Plays <b>{value.value.scenario}</b>
          {value.value.by === 'header' ? ', chosen here' : `, ${selectorWords[value.value.by]}`}.{' '}
          {value.value.hint !== null && <span class="faint">Note: {value.value.hint}. </span>}
          {value.value.refusal !== null && (
            <span class="tone-bad">The call would be refused: {value.value.refusal.message}</span>
          )}
        </>
      )}
    </p>
  )
}
