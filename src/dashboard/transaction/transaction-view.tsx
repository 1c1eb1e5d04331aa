import { useSignal } from '@preact/signals'
import { CopyButton } from '../parts/copy-button.tsx'
import { JsonBlock } from '../parts/json-block.tsx'
import { Loading, Shown } from '../parts/states.tsx'
import { type Session, session } from '../state/business.ts'
import { useKeys } from '../state/keys.ts'
import { go } from '../state/router.ts'
import type { Transaction } from '../state/transaction.ts'
import { useTransaction } from '../state/use-transaction.ts'
import { momentsOf } from '../timeline/moments.ts'
import { TimelinePicture } from '../timeline/timeline-picture.tsx'
import { Calls } from './calls.tsx'
import { createCurl } from './curl.ts'
import { Deliveries } from './deliveries.tsx'
import { NextPanel } from './next-panel.tsx'
import { scenarioYaml } from './scenario-yaml.ts'
import { StepList } from './step-list.tsx'
import { TransactionHead } from './transaction-head.tsx'
import './transaction.css'

/** One transaction: what happened to it, and what is still to come. */
export function TransactionView({ id }: { readonly id: string }) {
  const current = session.value
  const { loaded, reload, show } = useTransaction(id)
  useKeys([{ key: 'Escape', does: 'Back to the list', run: () => go('transactions') }])
  if (current === null) return <Loading />
  return (
    <div class="frame">
      <Shown loaded={loaded.value} retry={reload}>
        {(transaction: Transaction) => <Details transaction={transaction} current={current} show={show} />}
      </Shown>
    </div>
  )
}

interface DetailsProps {
  readonly transaction: Transaction
  readonly current: Session
  readonly show: (transaction: Transaction) => void
}

function Details({ transaction, current: { client }, show }: DetailsProps) {
  const { deliveries, steps } = transaction
  return (
    <>
      <TransactionHead transaction={transaction} />
      <NextPanel transaction={transaction} client={client} show={show} />
      <section class="card" aria-labelledby="tx-life">
        <header class="section-head">
          <h2 id="tx-life">Timeline</h2>
          <CopyButton text={() => createCurl(transaction, location.origin, client.key)} label="Copy as curl" />
          <CopyButton text={() => scenarioYaml(transaction)} label="Copy as scenario" />
        </header>
        <TimelinePicture moments={momentsOf(transaction)} />
        <StepList steps={steps} />
      </section>
      <div class="tx-columns">
        <section aria-labelledby="tx-webhooks">
          <h2 id="tx-webhooks">Webhooks</h2>
          <Deliveries deliveries={deliveries} client={client} />
        </section>
        <section aria-labelledby="tx-data">
          <h2 id="tx-data">Request and record</h2>
          <Data transaction={transaction} />
        </section>
      </div>
    </>
  )
}

function Data({ transaction }: { readonly transaction: Transaction }) {
  const isRecord = useSignal(false)
  return (
    <>
      <div class="tabs">
        <button type="button" aria-pressed={!isRecord.value} onClick={() => (isRecord.value = false)}>
          Calls
        </button>
        <button type="button" aria-pressed={isRecord.value} onClick={() => (isRecord.value = true)}>
          Record now
        </button>
      </div>
      {isRecord.value ? <JsonBlock value={recordOf(transaction)} label="record" /> : <Calls id={transaction.id} />}
    </>
  )
}

/** The record as webhooks and status queries show it: without what the sandbox knows beyond it. */
function recordOf({ flow, scenario, bankName, callbackUrl, request, webhook, next, otp, ...more }: Transaction) {
  const { createCall, nearMisses, scenarioLoaded, hint, actions, failures, steps, timeline, deliveries, ...record } =
    more
  return record
}
