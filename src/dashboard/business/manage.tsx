import { useSignal } from '@preact/signals'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { later } from '../parts/later.tsx'

const ManageDialog = later(async () => (await import('../later-parts.ts')).ManageDialog)

export function Manage() {
  const isOpen = useSignal(false)
  return (
    <>
      <Button class="manage" aria-label="Manage" aria-haspopup="dialog" onClick={() => (isOpen.value = true)}>
        <Icon name="more" />
        <span>Manage</span>
      </Button>
      {isOpen.value && <ManageDialog onClose={() => (isOpen.value = false)} />}
    </>
  )
}
