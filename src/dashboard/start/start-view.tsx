import { useSignal } from '@preact/signals'
import { type Flow, flows } from '../../catalogue/flows.ts'
import type { Client } from '../api/client.ts'
import { changesAny } from '../api/live-event.ts'
import { Shown } from '../parts/states.tsx'
import type { Selector } from '../parts/words.ts'
import { wallMs } from '../state/browser-time.ts'
import { useSession } from '../state/business.ts'
import { useResource } from '../state/resource.ts'
import { type Playing, Stage } from './stage.tsx'
import './start.css'
import { callOf, enabledSample, sampleOf } from './try.ts'
import { TryForm } from './try-form.tsx'

export function StartView() {
  const { loaded, reload } = useResource(loadStart, changesAny('settings', 'queue', 'default'))
  return (
    <div class="frame start">
      <header class="frame-head line">
        <h1>See a payment happen</h1>
        <p class="soft grow">You are the customer; the sandbox plays the network and your server.</p>
      </header>
      <Shown loaded={loaded.value} retry={reload}>
        {(facts: Facts) => <Trying {...facts} />}
      </Shown>
    </div>
  )
}

type Facts = Awaited<ReturnType<typeof loadStart>>

async function loadStart({ call }: Client) {
  const [settings, { url }] = await Promise.all([call('GET /_sandbox/business'), call('GET /_sandbox/status')])
  const usual = new Map<Flow, Selector>()
  const explain = async (flow: Flow) => {
    const sample = callOf(enabledSample(flow, settings.currencies), { reference: 'try', callbackURL: undefined })
    // A sample that would be refused has no scenario.
    const explained = await call('POST /_sandbox/explain', sample).catch(() => null)
    if (explained !== null) usual.set(flow, explained.by)
  }
  await Promise.all(flows.map(explain))
  return { settings, usual, receiver: `${url}/_sandbox/receiver` }
}

function Trying({ settings: { pin, currencies, callbackUrl }, usual, receiver }: Facts) {
  const playing = useSignal<Playing>({ ...sampleOf('mobile-money'), id: null })
  const { key } = useSession().client
  return (
    <>
      <TryForm
        currencies={currencies}
        usual={usual}
        callbackURL={callbackUrl === null ? receiver : undefined}
        newReference={newReference}
        sent={(id, asked) => {
          playing.value = { ...asked, id }
        }}
      />
      <Stage playing={playing.value} pin={pin} apiKey={key} receiver={receiver} callbackUrl={callbackUrl} />
    </>
  )
}

function newReference(): string {
  return `try-${Math.floor(wallMs()).toString(36)}`
}
