import { useSignal } from '@preact/signals'
import { asFailure } from '../api/failure.ts'
import { sleep } from '../state/browser-time.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { toast } from './toast.tsx'

interface CopyProps {
  /** What to copy, or what loads it. */
  readonly text: string | (() => string | Promise<string>)
  readonly label: string
  /** What to know before it is used. */
  readonly note?: string
  /** Shows the picture alone; the label is for screen readers. */
  readonly small?: boolean
}

/** Copies a text, and confirms it on the button and to screen readers. */
export function CopyButton({ text, label, note, small = false }: CopyProps) {
  const isCopied = useSignal(false)
  const copy = async () => {
    const why = await copyText(typeof text === 'string' ? text : text()).then(
      (isDone) => (isDone ? null : 'The browser did not let the page copy'),
      (cause) => asFailure(cause).message,
    )
    if (why !== null) return toast(why, { isBad: true })
    toast(note === undefined ? 'Copied' : `Copied. ${note}`)
    isCopied.value = true
    await sleep(1500)
    isCopied.value = false
  }
  return (
    <Button class={small ? 'plain small' : ''} title={label} onClick={copy}>
      <Icon name={isCopied.value ? 'check' : 'copy'} />
      <span class={small ? 'spoken' : ''}>{label}</span>
    </Button>
  )
}

/** Resolves with false if the browser refuses. A promise goes to the clipboard as it is: some browsers copy only in the click. */
async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text)
    else
      await navigator.clipboard.write([
        new ClipboardItem({ 'text/plain': text.then((loaded) => new Blob([loaded], { type: 'text/plain' })) }),
      ])
    return true
  } catch {
    return copyBySelection(await text)
  }
}

/** A page that came over plain HTTP from another machine has no `navigator.clipboard`. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'spoken'
  // What is behind an open dialog cannot be selected.
  ;(document.querySelector('dialog[open]') ?? document.body).append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  return copied
}
