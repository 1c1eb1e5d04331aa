import { useRef } from 'preact/hooks'
import type { Client } from '../api/client.ts'
import { Empty, Loading, Shown } from '../parts/states.tsx'
import { type Session, session } from '../state/business.ts'
import { useResource } from '../state/resource.ts'
import { HeldPhone } from './held-phone.tsx'
import { changesPhones, type PhoneSummary, shownNumber } from './phone.ts'
import { NumberForm, PhoneList } from './phone-list.tsx'
import './phones.css'

/** The customers' phones: what the network asks on them, and what somebody answers. */
export function PhonesView({ argument }: { readonly argument: string | null }) {
  if (session.value === null) return <Loading />
  return <Phones key={session.value.client.key} current={session.value} argument={argument} />
}

/** The phones, and the PIN that is right on all of them. */
interface Loaded {
  readonly phones: readonly PhoneSummary[]
  readonly pin: string
}

const mostPhones = 50

async function loadPhones(client: Client): Promise<Loaded> {
  const [{ data }, { pin }] = await Promise.all([
    client.call('GET /_sandbox/phones', { limit: mostPhones }),
    client.call('GET /_sandbox/business'),
  ])
  return { phones: data, pin }
}

function Phones({ current, argument }: { readonly current: Session; readonly argument: string | null }) {
  const { loaded, reload } = useResource(loadPhones, changesPhones)
  const before = useRef<string | null>(null)
  return (
    <div class="split">
      <h1 class="spoken">Phones</h1>
      <Shown loaded={loaded.value} retry={reload}>
        {({ phones, pin }: Loaded) => {
          const number = shownNumber(argument, before.current, phones)
          before.current = number
          if (number === null) return <NoPhone />
          return (
            <>
              <PhoneList phones={phones} shown={number} />
              <HeldPhone
                key={number}
                number={number}
                summary={phones.find((phone) => phone.number === number) ?? null}
                pin={pin}
                client={current.client}
              />
            </>
          )
        }}
      </Shown>
    </div>
  )
}

function NoPhone() {
  return (
    <Empty icon="phones" title="No phone has been asked to pay yet">
      <p>A mobile money collection brings a prompt to its customer's phone, and that phone here.</p>
      <NumberForm />
    </Empty>
  )
}
