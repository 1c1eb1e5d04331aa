import type { ComponentChildren } from 'preact'
import { definitionOf } from '../../catalogue/flows.ts'
import { differenceWords } from '../bank/account.ts'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { download } from '../parts/download.ts'
import { formatDay, formatSum, formatTime } from '../parts/format.ts'
import { statusWords } from '../parts/words.ts'
import type { Transaction } from '../state/transaction.ts'
import { useCalls, usePlayedScenario } from '../state/use-transaction.ts'
import { pictureAsPng, pictureSvg } from '../timeline/picture-file.ts'
import { testOf } from './as-test.ts'

export function WaysToShare({ transaction }: { readonly transaction: Transaction }) {
  const yaml = usePlayedScenario(transaction)
  const { id, createCall } = transaction
  const { loaded } = useCalls(id)
  const calls = loaded.value.state === 'ready' ? loaded.value.value.data : []
  // As it was sent; once the journal has forgotten it, as the record has it.
  const sent = calls.find(({ method, path }) => method === 'POST' && path === createCall.path)?.body
  const body = typeof sent === 'object' && sent !== null ? { ...sent } : createCall.body
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)
  return (
    <ul class="share stack">
      <Way what={isLocal ? 'This page. It opens on this machine only.' : 'This page, with the key of the business.'}>
        <CopyButton text={location.href} label="Copy link" />
      </Way>
      {transaction.scenarioLoaded && (
        <Way what="A test for node:test: it brings this timeline about, and fails until it asks your own code.">
          {yaml.value !== null && (
            <CopyButton
              text={testOf({ ...transaction, createCall: { ...createCall, body } }, yaml.value)}
              label="Copy as test"
            />
          )}
        </Way>
      )}
      <Way what="The picture, for a chat or a report.">
        <Button onClick={() => void savePng(transaction)}>Save as PNG</Button>
      </Way>
      <Way what="The picture, sharp at any size.">
        <Button onClick={() => saveSvg(transaction)}>Save as SVG</Button>
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

function pictureOf({ flow, amount, currency, status, message, created_at: at, transfers, ...more }: Transaction) {
  const title = [more.reference_business, formatSum(amount, currency), statusWords[status]]
  const facts = [
    `${formatDay(at)} ${formatTime(at)} UTC`,
    definitionOf(flow).page.title,
    ...(transfers === null ? [] : [differenceWords({ ...transfers, currency })]),
    ...(status === 'FAILED' ? [String(message)] : []),
  ]
  return pictureSvg(title.join(' · '), facts.filter(Boolean).join(' · '))
}

function saveSvg(transaction: Transaction): void {
  const svg = pictureOf(transaction)
  if (svg !== null) download(new Blob([svg], { type: 'image/svg+xml' }), `${transaction.reference_business}.svg`)
}

async function savePng(transaction: Transaction): Promise<void> {
  const svg = pictureOf(transaction)
  const png = svg === null ? null : await pictureAsPng(svg)
  if (png !== null) download(png, `${transaction.reference_business}.png`)
}
