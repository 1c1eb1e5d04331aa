import { signal } from '@preact/signals'
import { sleep } from '../state/browser-time.ts'

const shown = signal<string | null>(null)
let count = 0

/** Says for a moment what has happened; screen readers say it, too. */
export async function toast(text: string): Promise<void> {
  const own = ++count
  shown.value = text
  await sleep(3500)
  if (own === count) shown.value = null
}

/** Where toasts appear. It is there from the start: screen readers say only what changes in a place they know. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.value !== null && <div class="toast">{shown.value}</div>}
    </div>
  )
}
