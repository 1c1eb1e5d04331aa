import { parseDuration } from '../../domain/duration.ts'
import type { Settings } from '../../domain/settings.ts'
import { flowHas } from '../../domain/transaction.ts'
import { jsonOf, recordIn } from '../read/calls.ts'
import { type Conversation, isFinal, lifeOf, type Payment } from '../read/conversation.ts'
import { grouped } from '../read/grouped.ts'
import type { Entry } from '../read/recording.ts'
import { isAbout, roundedDuration } from './near-times.ts'
import { isOtherNetwork } from './other-network.ts'
import type { ResultNames } from './result.ts'

/** What one transaction alone seems to show: someone can have ended it by hand. */
export interface SeenOnce {
  readonly setting: string
  readonly value: string
  readonly entry: Entry
}

export interface Evidence {
  /** Transactions that ended in a way that shows no setting of the service. */
  readonly byHand: ReadonlySet<Payment>
  readonly once: readonly SeenOnce[]
}

/** How many transactions must agree before their end shows what the service does on its own. */
const enough = 2
/** No service gives a customer less time: such an end was by hand. */
const shortestLifeMs = 60_000
/** How long an OTP of the sandbox lives (D26). */
const otpLifeMs = 300_000

/**
 * Separates ends that show a choice of the service from ends that can have been by hand: an expiry (D26, D30), a refused sum of an
 * account (D30), and a refused number of another network (D32). The service's choice is what the settings say already, or
 * what two transactions agree on.
 */
export function evidenceIn({ payments, calls }: Conversation, results: ResultNames, settings: Settings): Evidence {
  const byHand = new Set<Payment>()
  const once: SeenOnce[] = []
  const accounts = payments.filter(({ flow }) => flowHas(flow, 'account'))
  const callsOf = grouped(calls, ({ payment }) => payment)
  const isSubmitted = (payment: Payment) => callsOf.get(payment)?.some(({ call }) => call.is === 'otp')
  lives('accountLifetime', accounts, 'expired', parseDuration(settings.accountLifetime))
  const waiting = payments.filter((payment) => nameOf(payment) === 'otp_failed' && !isSubmitted(payment))
  lives('life of an OTP', waiting, 'otp_failed', otpLifeMs)
  const takesOthers = accounts.some(({ asked, endings: [ending] }) => {
    return ending?.status === 'COMPLETED' && Number(ending.record.amount) !== Number(asked.amount)
  })
  const refused = accounts.filter((payment) => nameOf(payment) === 'invalid_amount')
  if (settings.partialPayments !== 'fail') counted('partialPayments', 'fail', refused, takesOthers)
  const others = payments.filter((payment) => isOtherNetwork(payment, settings))
  const isPaid = others.some(({ endings: [ending] }) => ending?.status === 'COMPLETED')
  const unknown = others.filter((payment) => nameOf(payment) === 'invalid_customer_account')
  if (settings.networkMismatch !== 'fail') counted('networkMismatch', 'fail', unknown, isPaid)
  return { byHand, once }

  function nameOf({ endings: [ending] }: Payment): string | undefined {
    return ending && results.of(ending.record)?.name
  }

  function counted(setting: string, value: string, all: readonly Payment[], isContradicted: boolean): void {
    const [only] = all
    if (all.length >= enough && !isContradicted) return
    for (const payment of all) byHand.add(payment)
    if (only !== undefined && !isContradicted) once.push({ setting, value, entry: endOf(only) })
  }

  /** The longest life is the service's; what ended sooner did not end on its own. */
  function lives(setting: string, all: readonly Payment[], name: string, usualMs: number): void {
    const longest = Math.max(0, ...all.map(ageOf))
    const ended = all.filter((payment) => nameOf(payment) === name)
    const agreeing = ended.filter((payment) => isAbout(ageOf(payment), longest) && ageOf(payment) >= shortestLifeMs)
    const isUsual = (payment: Payment) => isAbout(ageOf(payment), usualMs)
    const shown = ended.filter(
      (payment) => isUsual(payment) || (agreeing.length >= enough && agreeing.includes(payment)),
    )
    for (const payment of ended) if (!shown.includes(payment)) byHand.add(payment)
    const [only] = agreeing
    if (agreeing.length < enough && only !== undefined && !isUsual(only)) {
      once.push({ setting, value: roundedDuration(ageOf(only)), entry: endOf(only) })
    }
  }

  /** How long a transaction was open, as far as the recording shows it. */
  function ageOf(payment: Payment): number {
    const [ending] = payment.endings
    const open = callsOf.get(payment)?.findLast(({ entry }) => !isFinal(recordIn(jsonOf(entry.response))))
    const seenMs = (ending ?? open?.entry ?? payment.create).at - payment.create.at
    return (ending && lifeOf(ending.record)) ?? seenMs
  }
}

function endOf({ endings: [ending], create }: Payment): Entry {
  return ending?.entry ?? create
}
