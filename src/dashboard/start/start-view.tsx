import { useSignal } from '@preact/signals'
import type { Client } from '../api/client.ts'
import { changesAny } from '../api/live-event.ts'
import { Shown } from '../parts/states.tsx'
import { wallMs } from '../state/browser-time.ts'
import { useSession } from '../state/business.ts'
import { useResource } from '../state/resource.ts'
import { CommandList } from './command-list.tsx'
import { type Playing, Stage } from './stage.tsx'
import './start.css'
import { sampleOf } from './try.ts'
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
  const [settings, status] = await Promise.all([call('GET /_sandbox/business'), call('GET /_sandbox/status')])
  return { settings, status, receiver: `${status.url}/_sandbox/receiver` }
}

function Trying({ settings: { pin, currencies, callbackUrl }, status, receiver }: Facts) {
  const playing = useSignal<Playing>({ ...sampleOf('mobile-money'), id: null })
  const { key } = useSession().client
  return (
    <>
      <TryForm
        currencies={currencies}
        status={status}
        callbackURL={callbackUrl === null ? receiver : undefined}
        newReference={() => newReference('try')}
        sent={(id, asked) => {
          playing.value = { ...asked, id }
        }}
      />
      <Stage playing={playing.value} pin={pin} apiKey={key} receiver={receiver} callbackUrl={callbackUrl} />
      <CommandList where={{ url: location.origin, key, callbackURL: receiver, reference: newReference('shell') }} />
    </>
  )
}

function newReference(kind: string): string {
  return `${kind}-${Math.floor(wallMs()).toString(36)}`
}
