import { useSignal } from '@preact/signals'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { later } from '../parts/later.tsx'
import type { Transaction } from '../state/transaction.ts'

const Ways = later(async () => (await import('./ways-to-share.tsx')).WaysToShare)

/** The button that opens the ways to send a timeline to others. */
export function Share({ transaction }: { readonly transaction: Transaction }) {
  const isOpen = useSignal(false)
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => (isOpen.value = true)}>
        <Icon name="send" />
        Share
      </button>
      {isOpen.value && (
        <Dialog title="Share the timeline" onClose={() => (isOpen.value = false)}>
          <Ways transaction={transaction} />
        </Dialog>
      )}
    </>
  )
}
