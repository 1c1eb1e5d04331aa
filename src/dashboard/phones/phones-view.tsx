import { useRef } from 'preact/hooks'
import type { Client } from '../api/client.ts'
import { changesAny } from '../api/live-event.ts'
import { Empty, Shown } from '../parts/states.tsx'
import { useResource } from '../state/resource.ts'
import { loadWanted, useWanted, type Wanted } from '../state/wanted.ts'
import { LivePhone } from './live-phone.tsx'
import { changesPhones, type PhoneSummary, shownNumber } from './phone.ts'
import { NumberForm, PhoneList } from './phone-list.tsx'
import './phones.css'

interface PhonesAndPin {
  readonly phones: readonly PhoneSummary[]
  readonly pin: string
}

async function loadPhones({ call }: Client, wanted: Wanted): Promise<PhonesAndPin> {
  const [phones, { pin }] = await Promise.all([
    loadWanted(wanted, (at) => call('GET /_sandbox/phones', at)),
    call('GET /_sandbox/business'),
  ])
  return { phones, pin }
}

export function PhonesView({ argument }: { readonly argument: string | null }) {
  const wanted = useWanted()
  const { loaded, reload } = useResource(
    (client) => loadPhones(client, wanted),
    (event) => changesPhones(event) || changesAny('settings')(event),
  )
  const before = useRef<string | null>(null)
  return (
    <div class="split">
      <h1 class="spoken">Phones</h1>
      <Shown loaded={loaded.value} retry={reload}>
        {({ phones, pin }: PhonesAndPin) => {
          // A search changes the list alone.
          const kept = wanted.search.value === '' ? null : before.current
          const number = shownNumber(argument ?? kept, before.current, phones)
          before.current = number
          if (number === null) return <NoPhone />
          return (
            <>
              <PhoneList phones={phones} shown={number} wanted={wanted} reload={reload} />
              <div class="split-open phones-live" key={number}>
                <LivePhone
                  number={number}
                  summary={phones.find((phone) => phone.number === number) ?? null}
                  pin={pin}
                />
              </div>
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
      <p>A mobile money collection sends a prompt to its customer's phone. The phone appears here.</p>
      <NumberForm />
    </Empty>
  )
}
