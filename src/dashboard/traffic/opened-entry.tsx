import { useSignal } from '@preact/signals'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { linkTo } from '../state/router.ts'
import type { Delivery } from '../state/transaction.ts'
import { callLine, scenarioWords } from '../transaction/call-line.ts'
import { CopyCall } from '../transaction/copy-call.tsx'
import { webhookCurl } from '../transaction/curl.ts'
import { attemptWords } from '../transaction/delivery-words.ts'
import { exchangeOfAttempt, exchangeOfCall } from '../transaction/exchange.ts'
import { OpenedExchange } from '../transaction/opened-step.tsx'
import { ReplayButton } from '../transaction/replay-button.tsx'
import { SignatureHelp } from '../transaction/signature-help.tsx'
import type { Entry } from './log.ts'

/** What was sent and what was answered, side by side, with the ways on. */
export function OpenedEntry({
  entry: { call, delivery },
  close,
}: {
  readonly entry: Entry
  readonly close: () => void
}) {
  const { transactionId, reference } = call ?? delivery
  return (
    <section class="traffic-opened" aria-label="The opened row">
      <div class="line">
        {transactionId !== null && (
          <a href={linkTo('transactions', transactionId)}>Transaction {reference ?? transactionId}</a>
        )}
        {call?.scenario && <a href={linkTo('scenarios', call.scenario.name)}>{scenarioWords(call.scenario)}</a>}
        <span class="grow" />
        {delivery !== undefined && <ReplayButton delivery={delivery} name="the webhook" />}
        {call?.bodyProblem === null && <CopyCall call={call} />}
        {delivery !== undefined && <CopyButton text={() => webhookCurl(delivery)} label="Copy as curl" />}
        <Button aria-label="Close the row" onClick={close}>
          <Icon name="close" />
        </Button>
      </div>
      {call === undefined ? (
        <Attempts delivery={delivery} />
      ) : (
        <>
          {callLine(call).why.map((line) => (
            <p key={line}>{line}</p>
          ))}
          <OpenedExchange {...exchangeOfCall(call)} />
        </>
      )}
    </section>
  )
}

/** The last attempt, or the one that is chosen. */
function Attempts({ delivery }: { readonly delivery: Delivery }) {
  const { attempts } = delivery
  const chosen = useSignal<number | null>(null)
  const attempt = attempts.find(({ number }) => number === chosen.value) ?? attempts.at(-1)
  return (
    <>
      {attempts.length > 1 && (
        <div class="line">
          {attempts.map((one) => (
            <Button key={one.number} aria-pressed={one === attempt} onClick={() => (chosen.value = one.number)}>
              <span class={`label tone-${attemptWords(one).tone}`}>
                {one.number}: {attemptWords(one).title}
              </span>
            </Button>
          ))}
        </div>
      )}
      <SignatureHelp attempt={attempt} />
      <OpenedExchange {...exchangeOfAttempt(delivery, attempt)} />
    </>
  )
}
