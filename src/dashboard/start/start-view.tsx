import { useComputed, useSignal } from '@preact/signals'
import { callService } from '../api/call-service.ts'
import type { Client } from '../api/client.ts'
import { Shown } from '../parts/states.tsx'
import { act } from '../state/act.ts'
import { sleep, wallMs } from '../state/browser-time.ts'
import { useSession } from '../state/business.ts'
import { useResource } from '../state/resource.ts'
import { CommandList } from './command-list.tsx'
import { Connection } from './connection.tsx'
import { FlowCard } from './flow-card.tsx'
import { playThrough } from './play-through.ts'
import { type SampleFlow, sampleFlows } from './sample-calls.ts'
import { Stage } from './stage.tsx'
import './start.css'

/** For a new user: the addresses to connect to, and each flow to try without a server. */
export function StartView() {
  const { loaded, reload } = useResource(
    (client) => client.call('GET /_sandbox/info'),
    () => false,
  )
  return (
    <div class="frame start">
      <header>
        <h1>See a payment happen</h1>
        <p class="soft">
          Try one of each kind. The sandbox plays the customer, the network and a server that receives the webhook.
        </p>
      </header>
      <Shown loaded={loaded.value} retry={reload}>
        {({ url }) => <Trying callbackURL={`${url}/_sandbox/receiver`} />}
      </Shown>
    </div>
  )
}

function Trying({ callbackURL }: { readonly callbackURL: string }) {
  const shown = useSignal<string | null>(null)
  const playing = useSignal<string | null>(null)
  const isPlaying = useComputed(() => playing.value !== null)
  const { client } = useSession()
  const play = async (sample: SampleFlow, scenario: string) => {
    playing.value = sample.flow
    const { path } = sample
    const body = sample.body({ reference: newReference('try'), callbackURL })
    const headers = { 'x-sandbox-scenario': scenario }
    const id = await act(() => callService({ path, key: client.key, headers, body }), 'Sent')
    if (id !== null) {
      shown.value = id
      await playThrough(playingOf(id, client)).catch(() => {})
    }
    playing.value = null
  }
  const [first] = sampleFlows
  return (
    <>
      <ul class="start-flows">
        {sampleFlows.map((sample) => (
          <li key={sample.flow}>
            <FlowCard sample={sample} isOff={isPlaying.value} isOwn={playing.value === sample.flow} play={play} />
          </li>
        ))}
      </ul>
      <Stage id={shown.value} />
      <div class="start-connect">
        <Connection url={location.origin} apiKey={client.key} callbackURL={callbackURL} />
        {first !== undefined && (
          <CommandList
            sample={first}
            where={{ url: location.origin, key: client.key, callbackURL, reference: newReference('shell') }}
          />
        )}
      </div>
    </>
  )
}

/** A reference that no other call has. */
function newReference(kind: string): string {
  return `${kind}-${Math.floor(wallMs()).toString(36)}`
}

function playingOf(id: string, { call, key }: Client): Parameters<typeof playThrough>[0] {
  const find = () => call('GET /_sandbox/transactions/{id}', { id })
  return {
    awaitedOtp: async () => (await find()).otp,
    submitOtp: (otp) => callService({ path: '/collections/otp', key, body: { id, otp } }),
    nextDueAt: async () => (await find()).next?.dueAt ?? null,
    clock: () => call('GET /_sandbox/clock'),
    advanceTo: (to) => call('POST /_sandbox/clock/advance', { to }),
    sleep,
  }
}
