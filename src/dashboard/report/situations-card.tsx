import { definitionOf, type Flow } from '../../catalogue/flows.ts'
import { send } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { callOf, enabledSample } from '../start/try.ts'
import { act } from '../state/act.ts'
import { wallMs } from '../state/browser-time.ts'
import { useSession } from '../state/business.ts'
import type { Report } from './verdict.ts'
import { DocsLink, QueueNext } from './what-to-do.tsx'

export function SituationsCard({ situations }: { readonly situations: Report['situations'] }) {
  const all = situations.filter((one) => one.played).length
  return (
    <section class="panel card" aria-labelledby="report-situations">
      <h2 id="report-situations">
        Situations{' '}
        <span class="number">
          {all} of {situations.length} played
        </span>
      </h2>
      <p class="soft">
        What was played of what your code meets once it is live. Your tests and the problems above say if it did right.
      </p>
      <ul>
        {situations.map(({ name, says, flow, met, played, add }) => (
          <li key={`${name} ${flow}`} class="report-entry">
            <Icon name={met ? 'check' : played ? 'start' : 'search'} tone={met ? 'good' : undefined} />
            <div>
              <strong>{name}</strong> {flow !== null && <span class="chip">{definitionOf(flow).page.title}</span>}
              <p class="soft">
                {played && !met ? 'Played, not met yet: it is met once' : 'Asks whether'} your code {says}.
              </p>
              {add !== null && (
                <p class="line">
                  <QueueNext use={name} flow={flow} />
                  {!played && name !== lostReply && <PlayNow use={name} flow={flow} />}
                  <code>{add}</code> <CopyButton text={add} label={`Copy the line for ${name}`} small />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <DocsLink page="going-live">What to check before going live</DocsLink>
    </section>
  )
}

/** Only the merchant's own code can survive it: a browser may send the call again on its own. */
const lostReply = 'lost-reply'

/** A sample call of the page plays it at once. */
function PlayNow({ use, flow }: { readonly use: string; readonly flow: Flow | null }) {
  const { client } = useSession()
  const play = async () => {
    const { currencies, callbackUrl } = await client.call('GET /_sandbox/business')
    const { url } = await client.call('GET /_sandbox/status')
    const names = {
      reference: `${use}-${Math.floor(wallMs()).toString(36)}`,
      callbackURL: callbackUrl === null ? `${url}/_sandbox/receiver` : undefined,
    }
    const { path, body } = callOf(enabledSample(flow ?? 'mobile-money', currencies), names)
    const headers = { authorization: client.key, 'content-type': 'application/json', 'x-sandbox-scenario': use }
    const answer = await send(path, { method: 'POST', headers, body: JSON.stringify(body) })
    return `Played ${use}: answered ${answer.status}`
  }
  return (
    <Button aria-label={`Play now: ${use}`} onClick={() => act(play, (done) => done)}>
      Play now
    </Button>
  )
}
