import { type Signal, useSignal } from '@preact/signals'
import { type Flow, flows } from '../../catalogue/flows.ts'
import { callService } from '../api/call-service.ts'
import type { Client } from '../api/client.ts'
import { changesAny } from '../api/live-event.ts'
import { formatDistance } from '../parts/format.ts'
import { Shown } from '../parts/states.tsx'
import { act } from '../state/act.ts'
import { sleep, wallMs } from '../state/browser-time.ts'
import { useSession } from '../state/business.ts'
import { useResource } from '../state/resource.ts'
import { CommandList } from './command-list.tsx'
import { FlowCard } from './flow-card.tsx'
import { OtpSwitch } from './otp-switch.tsx'
import { playThrough } from './play-through.ts'
import { sampleCall } from './sample-call.ts'
import { type Playing, Stage } from './stage.tsx'
import './start.css'

export function StartView() {
  const { loaded, reload } = useResource(loadStart, changesAny('settings'))
  const movedMs = useSignal(0)
  return (
    <div class="frame start">
      <header class="frame-head line">
        <h1>See a payment happen</h1>
        <p class="soft grow" role="status">
          {movedMs.value > 0
            ? `Start moved the clock ahead by ${formatDistance(movedMs.value)}.`
            : 'You are the customer; the sandbox plays the network and your server.'}
        </p>
      </header>
      <Shown loaded={loaded.value} retry={reload}>
        {({ url, pin }) => <Trying pin={pin} callbackURL={`${url}/_sandbox/receiver`} movedMs={movedMs} />}
      </Shown>
    </div>
  )
}

async function loadStart({ call }: Client) {
  const [{ url }, { pin }] = await Promise.all([call('GET /_sandbox/info'), call('GET /_sandbox/business')])
  return { url, pin }
}

interface TryingProps {
  readonly pin: string
  readonly callbackURL: string
  /** How far the clock was moved for the payment that is played. */
  readonly movedMs: Signal<number>
}

function Trying({ pin, callbackURL, movedMs }: TryingProps) {
  const shown = useSignal<Playing | null>(null)
  const playing = useSignal<Flow | null>(null)
  const { client } = useSession()
  const play = async (flow: Flow, scenario: string) => {
    playing.value = flow
    const { path, body } = sampleCall(flow, { reference: newReference('try'), callbackURL })
    const headers = { 'x-sandbox-scenario': scenario }
    const id = await act(() => callService({ path, key: client.key, headers, body }), 'Sent')
    if (id !== null) {
      shown.value = { id, flow }
      movedMs.value = 0
      const submitOtp = (otp: string) => callService({ path: '/collections/otp', key: client.key, body: { id, otp } })
      const moved = (ms: number) => {
        movedMs.value += ms
      }
      await playThrough(id, { call: client.call, submitOtp, moved, sleep }).catch(() => {})
    }
    playing.value = null
  }
  return (
    <>
      <ul class="start-flows">
        {flows.map((flow) => (
          <li key={flow}>
            <FlowCard flow={flow} isOff={playing.value !== null} isOwn={playing.value === flow} play={play} />
          </li>
        ))}
      </ul>
      <Stage playing={shown.value} pin={pin} apiKey={client.key} callbackURL={callbackURL} />
      <section class="panel card" aria-label="One-time passwords">
        <OtpSwitch />
      </section>
      <CommandList where={{ url: location.origin, key: client.key, callbackURL, reference: newReference('shell') }} />
    </>
  )
}

function newReference(kind: string): string {
  return `${kind}-${Math.floor(wallMs()).toString(36)}`
}
