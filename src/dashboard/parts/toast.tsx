import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { sleep } from '../state/browser-time.ts'
import { place } from '../state/router.ts'

interface Toast {
  readonly content: ComponentChildren
  /** Where the user has to stay; without it where he is. */
  readonly own?: string
  readonly isBad?: boolean
  /** The address of what it is about. */
  readonly to?: string | undefined
}

const shown = signal<(Toast & { readonly own: string }) | null>(null)

/** Shows something for a moment; screen readers read it, too. */
export async function toast(content: ComponentChildren, more: Omit<Toast, 'content'> = {}): Promise<void> {
  const one = { own: place.peek(), ...more, content }
  shown.value = one
  await sleep(3500)
  if (shown.value === one) shown.value = null
}

/** The place of toasts. It exists from the start: screen readers announce changes only in elements they know. */
export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.value?.own === place.value && (
        <div class={`toast${shown.value.isBad ? ' toast-bad' : ''}`}>
          {shown.value.content} {shown.value.to !== undefined && <a href={shown.value.to}>Open it</a>}
        </div>
      )}
    </div>
  )
}
