import { useSignal } from '@preact/signals'
import './transaction.css'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { JsonBlock } from '../parts/json-block.tsx'
import { later } from '../parts/later.tsx'
import { Shown } from '../parts/states.tsx'
import { useKeys } from '../state/keys.ts'
import { go, linkWithin } from '../state/router.ts'
import type { Transaction } from '../state/transaction.ts'
import { useCalls, usePlayedScenario, useTransaction } from '../state/use-transaction.ts'
import { TimelinePicture } from '../timeline/timeline-picture.tsx'
import { timelineSigns } from '../timeline/timeline-signs.ts'
import { CopyCall } from './copy-call.tsx'
import { NextPanel } from './next-panel.tsx'
import { OpenedStep } from './opened-step.tsx'
import { recordOf } from './record-of.ts'
import { SignatureHelp } from './signature-help.tsx'
import { StepList } from './step-list.tsx'
import { asShown, openedFirst } from './step-of.ts'
import { TransactionHead } from './transaction-head.tsx'
import { WebhookLines } from './webhook-line.tsx'

export function TransactionView({ id }: { readonly id: string }) {
  const { loaded, reload, show } = useTransaction(id)
  useKeys([{ key: 'Escape', does: 'Back to the list', run: () => go(linkWithin('transactions')) }])
  return (
    <div class="frame">
      <Shown loaded={loaded.value} retry={reload}>
        {(transaction: Transaction) => (
          <>
            <TransactionHead transaction={transaction} />
            <div class="line">
              <NextPanel transaction={transaction} show={show} />
              <WebhookLines {...transaction} />
            </div>
            <SignatureHelp attempt={transaction.deliveries.at(-1)?.attempts.at(-1)} />
            <Timeline transaction={transaction} />
            <section class="stack" aria-labelledby="tx-data">
              <h2 id="tx-data">Record now</h2>
              <JsonBlock value={recordOf(transaction)} label="record" />
            </section>
          </>
        )}
      </Shown>
    </div>
  )
}

function Timeline({ transaction }: { readonly transaction: Transaction }) {
  const { id, deliveries } = transaction
  const steps = transaction.steps.map((step) => asShown(step, transaction))
  const selected = useSignal<number | null>(null)
  const shown = selected.value ?? openedFirst(steps)
  const open = (step: number) => {
    selected.value = step
  }
  const { loaded } = useCalls(id)
  const calls = loaded.value.state === 'ready' ? loaded.value.value.data.toReversed() : []
  return (
    <section class="card" aria-labelledby="tx-life">
      <header class="section-head line">
        <h2 id="tx-life" class="grow">
          Timeline
        </h2>
        {transaction.scenarioLoaded && <CopyScenario transaction={transaction} />}
        <CopyCurl transaction={transaction} />
        <Share transaction={transaction} />
      </header>
      <TimelinePicture signs={timelineSigns(transaction)} selected={shown} open={open} />
      <div class="trace">
        <StepList steps={steps} selected={shown} open={open} />
        <OpenedStep steps={steps} deliveries={deliveries} selected={shown} calls={calls} />
      </div>
    </section>
  )
}

function CopyScenario({ transaction }: { readonly transaction: Transaction }) {
  const yaml = usePlayedScenario(transaction)
  return yaml.value !== null && <CopyButton text={yaml.value} label="Copy as scenario" />
}

/** The create call as the journal has it; once that has forgotten it, as the record has it. */
function CopyCurl({ transaction: { id, createCall } }: { readonly transaction: Transaction }) {
  const { loaded } = useCalls(id)
  if (loaded.value.state === 'loading') return null
  const received = loaded.value.state === 'ready' ? loaded.value.value.data.at(-1) : undefined
  const headers = { authorization: '...', 'content-type': 'application/json', ...createCall.headers }
  const call = received ?? { ...createCall, method: 'POST', headers }
  return <CopyCall call={call} isKept={received !== undefined} />
}

const Ways = later(async () => (await import('../later-parts.ts')).WaysToShare)

function Share({ transaction }: { readonly transaction: Transaction }) {
  const isOpen = useSignal(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => (isOpen.value = true)}>
        <Icon name="send" />
        Share
      </Button>
      {isOpen.value && (
        <Dialog title="Share the timeline" onClose={() => (isOpen.value = false)}>
          <Ways transaction={transaction} />
        </Dialog>
      )}
    </>
  )
}
