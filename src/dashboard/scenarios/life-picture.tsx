import { Icon } from '../parts/icon.tsx'
import type { IconName } from '../parts/icon-paths.ts'
import { StateShape } from '../parts/state-badge.tsx'
import type { LifeStep } from './life.ts'

const icons: Readonly<Partial<Record<LifeStep['sign'], IconName>>> = {
  phone: 'phones',
  bank: 'bank',
  webhook: 'send',
  'no-webhook': 'close',
}
const shapes = { call: 'INITIATED', completed: 'COMPLETED', failed: 'FAILED', open: 'PENDING' } as const

/** A life in a row of signs, each with its word. */
export function LifePicture({ steps }: { readonly steps: readonly LifeStep[] }) {
  return (
    <ol class="life-row">
      {steps.map(({ sign, text }, index) => (
        <li key={index} class={`life-sign life-${sign}`}>
          <Sign sign={sign} />
          <span>{text}</span>
        </li>
      ))}
    </ol>
  )
}

function Sign({ sign }: { readonly sign: LifeStep['sign'] }) {
  const icon = icons[sign]
  if (icon !== undefined) return <Icon name={icon} size={14} />
  return sign === 'call' || sign === 'completed' || sign === 'failed' || sign === 'open' ? (
    <StateShape status={shapes[sign]} />
  ) : null
}
