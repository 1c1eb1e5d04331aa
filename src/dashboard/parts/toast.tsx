import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { sleep } from '../state/browser-time.ts'
import { place } from '../state/router.ts'

interface Toast {
  readonly isBad: boolean
  readonly content: ComponentChildren
  readonly place: string
}

const shown = signal<Toast | null>(null)

/** Shows something for a moment, as long as the user stays at `own`; screen readers read it, too. */
export async function toast(content: ComponentChildren, own = place.peek(), isBad = false): Promise<void> {
  const one = { content, place: own, isBad }
  shown.value = one
  await sleep(3500)
  if (shown.value === one) shown.value = null
}

/** The place of toasts. It exists from the start: screen readers announce changes only in elements they know. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.value?.place === place.value && (
        <div class={`toast${shown.value.isBad ? ' toast-bad' : ''}`}>{shown.value.content}</div>
      )}
    </div>
  )
}
