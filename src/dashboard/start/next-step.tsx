import { shortJobText } from '../../words/job.ts'
import { Button } from '../parts/button.tsx'
import { Countdown } from '../parts/when.tsx'
import { useSession } from '../state/business.ts'
import { useResource } from '../state/resource.ts'
import type { Transaction } from '../state/transaction.ts'
import { changesAhead, loadAhead } from '../time/ahead.ts'
import { useMover } from '../time/mover.ts'
import { moveWords } from './try.ts'

/** What comes next, and a button that moves the clock there, with what else that moves. */
export function NextStep({ transaction: { id, next } }: { readonly transaction: Transaction }) {
  const { loaded } = useResource(loadAhead, changesAhead)
  const { key } = useSession().client
  const mover = useMover()
  if (next === null || next.dueAt === null) return null
  const { dueAt } = next
  const at = Date.parse(dueAt)
  const ahead = loaded.value.state === 'ready' ? loaded.value.value.jobs : []
  const others = ahead.filter((job) => job.transactionId !== id && job.at <= at)
  return (
    <p class="start-next timed line">
      <span class="grow">
        Next: {shortJobText(next)} <Countdown to={dueAt} />
        <br />
        <span class="soft">{moveWords(key, others.length)}</span>
      </span>
      <Button onClick={() => mover.goTo({ at, dueAt })}>Move there</Button>
    </p>
  )
}
