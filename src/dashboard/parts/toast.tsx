import { signal } from '@preact/signals'
import { sleep } from '../state/browser-time.ts'

const shown = signal<string | null>(null)
let count = 0

/** Shows a text for a moment; screen readers read it, too. */
export async function toast(text: string): Promise<void> {
  const own = ++count
  shown.value = text
  await sleep(3500)
  if (own === count) shown.value = null
}

/** The place of toasts. It exists from the start: screen readers announce changes only in elements they know. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.value !== null && <div class="toast">{shown.value}</div>}
    </div>
  )
}
