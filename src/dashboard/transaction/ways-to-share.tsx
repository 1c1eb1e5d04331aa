import type { ComponentChildren } from 'preact'
import { definitionOf } from '../../catalogue/flows.ts'
import { differenceWords } from '../bank/account.ts'
import { transactionDocument } from '../document/transaction-document.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { download } from '../parts/download.ts'
import { formatDay, formatSum, formatTime } from '../parts/format.ts'
import { statusWords } from '../parts/words.ts'
import { useSession } from '../state/business.ts'
import { sandboxNow } from '../state/sandbox-time.ts'
import type { Transaction } from '../state/transaction.ts'
import { useCalls } from '../state/use-transaction.ts'
import { drawFile } from '../timeline/draw-picture.ts'
import { pictureAsPng, svgFile } from '../timeline/picture-file.ts'
import { timelineSigns } from '../timeline/timeline-signs.ts'
import { loadTest } from './load-test.ts'

export function WaysToShare({ transaction }: { readonly transaction: Transaction }) {
  const { client } = useSession()
  const { id } = transaction
  const { loaded } = useCalls(id)
  const calls = loaded.value.state === 'ready' ? loaded.value.value.data : []
  const documentOf = () => transactionDocument({ transaction, calls: calls.toReversed(), now: sandboxNow.value })
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)
  return (
    <ul class="share stack">
      <Way what="All of it in one file, for a ticket: it opens without the sandbox and without a network.">
        <Button onClick={() => save(transaction, 'html', 'text/html', documentOf())}>Save as HTML</Button>
      </Way>
      <Way what={isLocal ? 'This page. It opens on this machine only.' : 'This page, with the key of the business.'}>
        <CopyButton text={location.href} label="Copy link" />
      </Way>
      {transaction.scenarioLoaded && (
        <Way what="A test for node:test: it brings this timeline about, and fails until it asks your own code.">
          <CopyButton text={() => loadTest(client, id)} label="Copy as test" />
        </Way>
      )}
      <Way what="The picture, for a chat or a report.">
        <Button onClick={() => void savePng(transaction)}>Save as PNG</Button>
      </Way>
      <Way what="The picture, sharp at any size.">
        <Button onClick={() => save(transaction, 'svg', 'image/svg+xml', drawingOf(transaction))}>Save as SVG</Button>
      </Way>
    </ul>
  )
}

function Way({ what, children }: { readonly what: string; readonly children: ComponentChildren }) {
  return (
    <li class="line">
      {children}
      <span class="soft grow">{what}</span>
    </li>
  )
}

function drawingOf(transaction: Transaction) {
  const { flow, amount, currency, status, message, created_at: at, transfers } = transaction
  const title = [transaction.reference_business, formatSum(amount, currency), statusWords[status]]
  const facts = [
    `${formatDay(at)} ${formatTime(at)} UTC`,
    definitionOf(flow).page.title,
    ...(transfers === null ? [] : [differenceWords({ ...transfers, currency })]),
    ...(status === 'FAILED' ? [String(message)] : []),
  ]
  const head = [title.join(' · '), facts.filter(Boolean).join(' · ')]
  return svgFile(drawFile(timelineSigns(transaction), sandboxNow.value, head))
}

function save({ reference_business: name }: Transaction, ending: string, type: string, text: string): void {
  download(new Blob([text], { type }), `${name}.${ending}`)
}

async function savePng(transaction: Transaction): Promise<void> {
  const png = await pictureAsPng(drawingOf(transaction))
  if (png !== null) download(png, `${transaction.reference_business}.png`)
}
