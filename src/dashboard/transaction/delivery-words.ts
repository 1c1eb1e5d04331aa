import { counted, ordinal } from '../parts/format.ts'
import type { IconName } from '../parts/icon-paths.ts'
import type { Tone } from '../parts/words.ts'
import type { Attempt, Delivery } from '../state/transaction.ts'

interface Words {
  readonly title: string
  readonly tone: Tone
  readonly icon: IconName
}

/** `givenUpAfter`: after how many attempts the sandbox gave it up, if it did; a replay may have delivered it since. */
export function deliveryWords({ status, attempts }: Pick<Delivery, 'status' | 'attempts'>, givenUpAfter = 0): Words {
  const times = counted(attempts.length, 'attempt')
  const isReplayed = status === 'delivered' && givenUpAfter > 0
  if (isReplayed) {
    return {
      title: `Given up after ${counted(givenUpAfter, 'attempt')}, delivered by a replay`,
      tone: 'good',
      icon: 'check',
    }
  }
  if (status === 'delivered') return { title: `Delivered, ${times}`, tone: 'good', icon: 'check' }
  if (status === 'exhausted') {
    const replays = givenUpAfter === 0 ? 0 : attempts.length - givenUpAfter
    const since = replays > 0 ? `, ${counted(replays, 'replay')} failed` : ''
    return {
      title: `Given up after ${counted(attempts.length - replays, 'attempt')}${since}`,
      tone: 'bad',
      icon: 'close',
    }
  }
  if (status === 'dropped') return { title: 'Never sent: the scenario drops it', tone: 'bad', icon: 'close' }
  if (status === 'held') return { title: 'Held back by the scenario', tone: 'neutral', icon: 'frozen' }
  const last = attempts.at(-1)
  if (last === undefined) return { title: 'Not tried yet', tone: 'neutral', icon: 'time' }
  if (last.durationMs === null) return { title: 'Under way', tone: 'neutral', icon: 'send' }
  const [why] = attemptWords(last).title.split(':')
  return { title: `${why}, ${ordinal(attempts.length + 1)} try is next`, tone: 'bad', icon: 'time' }
}

export function attemptWords({ response, error }: Pick<Attempt, 'response' | 'error'>): Words {
  if (response === null) return { title: error ?? 'no answer', tone: 'bad', icon: 'close' }
  const isTaken = response.status >= 200 && response.status < 300
  return { title: `answered ${response.status}`, tone: isTaken ? 'good' : 'bad', icon: isTaken ? 'check' : 'close' }
}
