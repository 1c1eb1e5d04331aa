import { clock, sandboxNow } from '../state/sandbox-time.ts'
import { formatDistance } from './format.ts'

/** How long until a moment of sandbox time; a frozen clock shows that it waits. Its width does not change as it counts. */
export function Countdown({ to }: { readonly to: string }) {
  const left = Date.parse(to) - sandboxNow.value
  const isFrozen = clock.value?.mode === 'frozen'
  return (
    <span class={`countdown number${isFrozen ? ' countdown-frozen' : ''}`}>
      {left <= 0 ? 'now' : `in ${formatDistance(left)}`}
    </span>
  )
}
