import type { ComponentChildren } from 'preact'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { download } from '../parts/download.ts'
import type { Transaction } from '../state/transaction.ts'
import { pictureAsPng, pictureSvg } from '../timeline/picture-file.ts'
import { testOf } from './as-test.ts'
import { usePlayedScenario } from './played-scenario.ts'

export function WaysToShare({ transaction }: { readonly transaction: Transaction }) {
  const yaml = usePlayedScenario(transaction)
  const { reference_business: reference, scenarioLoaded } = transaction
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname)
  return (
    <ul class="share stack">
      <Way what={isLocal ? 'This page. It opens on this machine only.' : 'This page, with the key of the business.'}>
        <CopyButton text={location.href} label="Copy link" />
      </Way>
      {scenarioLoaded && (
        <Way what="A test for node:test: it brings this timeline about, and fails until it asks your own code.">
          {yaml.value !== null && <CopyButton text={testOf(transaction, yaml.value)} label="Copy as test" />}
        </Way>
      )}
      <Way what="The picture, for a chat or a report.">
        <Button onClick={() => void savePng(reference)}>Save as PNG</Button>
      </Way>
      <Way what="The picture, sharp at any size.">
        <Button onClick={() => saveSvg(reference)}>Save as SVG</Button>
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

function saveSvg(reference: string): void {
  const svg = pictureSvg()
  if (svg !== null) download(new Blob([svg], { type: 'image/svg+xml' }), `${reference}.svg`)
}

async function savePng(reference: string): Promise<void> {
  const svg = pictureSvg()
  const png = svg === null ? null : await pictureAsPng(svg)
  if (png !== null) download(png, `${reference}.png`)
}
