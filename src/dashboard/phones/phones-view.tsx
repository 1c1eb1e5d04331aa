import { useRef } from 'preact/hooks'
import type { Client } from '../api/client.ts'
import { changesAny } from '../api/live-event.ts'
import { Empty, Shown } from '../parts/states.tsx'
import { useResource } from '../state/resource.ts'
import { LivePhone } from './live-phone.tsx'
import { changesPhones, mostPhones, type PhoneSummary, shownNumber } from './phone.ts'
import { NumberForm, PhoneList } from './phone-list.tsx'
import './phones.css'

interface PhonesAndPin {
  readonly phones: readonly PhoneSummary[]
  readonly pin: string
}

async function loadPhones(client: Client): Promise<PhonesAndPin> {
  const [{ data }, { pin }] = await Promise.all([
    client.call('GET /_sandbox/phones', { limit: mostPhones }),
    client.call('GET /_sandbox/business'),
  ])
  return { phones: data, pin }
}

export function PhonesView({ argument }: { readonly argument: string | null }) {
  const { loaded, reload } = useResource(loadPhones, (event) => changesPhones(event) || changesAny('settings')(event))
  const before = useRef<string | null>(null)
  return (
    <div class="split">
      <h1 class="spoken">Phones</h1>
      <Shown loaded={loaded.value} retry={reload}>
        {({ phones, pin }: PhonesAndPin) => {
          const number = shownNumber(argument, before.current, phones)
          before.current = number
          if (number === null) return <NoPhone />
          return (
            <>
              <PhoneList phones={phones} shown={number} />
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
