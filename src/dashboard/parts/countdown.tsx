import { clock, sandboxNow } from '../state/sandbox-time.ts'
import { formatDistance } from './format.ts'

/** The sandbox time left until `to`, or that it never comes; grey while the clock is frozen. */
export function Countdown({ to }: { readonly to: string | null }) {
  if (to === null) return <span class="countdown soft">never</span>
  const left = Date.parse(to) - sandboxNow.value
  const isFrozen = clock.value?.mode === 'frozen'
  return (
    <span class={`countdown number ${isFrozen ? 'soft' : 'tone-neutral'}`}>
      {left <= 0 ? 'now' : `in ${formatDistance(left)}`}
    </span>
  )
}
