import { definitionOf, type Flow } from '../../catalogue/flows.ts'
import { send } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { callOf, enabledSample } from '../start/try.ts'
import { act } from '../state/act.ts'
import { wallMs } from '../state/browser-time.ts'
import { useSession } from '../state/business.ts'
import { linkTo } from '../state/router.ts'
import { contradicted, ruleWords } from './rule-words.ts'
import type { Finding, Report } from './verdict.ts'
import { QueueNext } from './what-to-do.tsx'

type Situation = Report['situations'][number]

export function SituationsCard({ report: { situations, findings } }: { readonly report: Report }) {
  const all = situations.filter((one) => one.played).length
  return (
    <section class="panel card" aria-labelledby="report-situations">
      <h2 id="report-situations">
        Situations{' '}
        <span class="number">
          {all} of {situations.length} played
        </span>
      </h2>
      <ul>
        {situations.map((one) => (
          <Entry
            key={`${one.name} ${one.flow}`}
            situation={one}
            refutedBy={findings.find(({ rule }) => contradicted[rule] === one.name)}
          />
        ))}
      </ul>
    </section>
  )
}

interface EntryProps {
  readonly situation: Situation
  readonly refutedBy: Finding | undefined
}

function Entry({ situation, refutedBy }: EntryProps) {
  const { name, says, flow, played, add } = situation
  const { icon, tone, text } = refutedBy ? refuted : stateOf(situation)
  return (
    <li class="report-entry">
      <Icon name={icon} tone={tone} />
      <div>
        <strong>{name}</strong> {flow !== null && <span class="chip">{definitionOf(flow).page.title}</span>}
        {refutedBy && (
          <p>
            <span class="tone-bad">A problem says otherwise:</span>{' '}
            <a href={linkTo('report', refutedBy.rule)}>{ruleWords(refutedBy.rule).title}</a>
          </p>
        )}
        <p class="soft">
          {text} your code {says}.
        </p>
        {(add !== null || refutedBy) && (
          <p class="line">
            <QueueNext use={name} flow={flow} />
            {(!played || refutedBy) && name !== lostReply && <PlayNow use={name} flow={flow} />}
            {add !== null && (
              <>
                <code>{add}</code> <CopyButton text={add} label={`Copy the line for ${name}`} small />
              </>
            )}
          </p>
        )}
      </div>
    </li>
  )
}

const asked = { icon: 'search', tone: undefined, text: 'Asks whether' } as const
const refuted = { icon: 'close', tone: 'bad', text: asked.text } as const

/** Its sign, and how its sentence begins. */
function stateOf({ met, played, survived }: Situation) {
  if (survived) return { icon: 'check', tone: 'good', text: 'Survived:' } as const
  if (!played) return asked
  const text = met ? 'Played: your tests say whether' : 'Played, not met yet: it is met once'
  return { icon: 'start', tone: undefined, text } as const
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
