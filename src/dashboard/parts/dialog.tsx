import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A dialog over the page. The browser keeps the focus in it, closes it with Escape, and then restores the focus. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  useEffect(() => element.current?.showModal(), [])
  return (
    <dialog ref={element} class="dialog" aria-label={title} onClose={onClose}>
      <div class="dialog-head line">
        <h2 class="grow">{title}</h2>
        <Button class="plain small" onClick={() => element.current?.close()}>
          <Icon name="close" />
          <span class="spoken">Close</span>
        </Button>
      </div>
      {children}
    </dialog>
  )
}
