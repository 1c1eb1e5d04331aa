import { useSignal } from '@preact/signals'
import { sleep } from '../state/browser-time.ts'
import { Icon } from './icon.tsx'
import { toast } from './toast.tsx'

interface CopyProps {
  /** What is copied; a function makes it when it is asked for. */
  readonly text: string | (() => string)
  /** What it is, in words: `Copy as curl`. */
  readonly label: string
  /** Only the picture; the label is for screen readers. */
  readonly small?: boolean
}

/** Copies a text, and says so where the finger is and to screen readers. */
export function CopyButton({ text, label, small = false }: CopyProps) {
  const isCopied = useSignal(false)
  const copy = async () => {
    const copied = await copyText(typeof text === 'string' ? text : text())
    if (!copied) return toast('The browser did not let the page copy')
    toast('Copied')
    isCopied.value = true
    await sleep(1500)
    isCopied.value = false
  }
  return (
    <button type="button" class={small ? 'plain small' : ''} title={label} onClick={copy}>
      <Icon name={isCopied.value ? 'check' : 'copy'} />
      <span class={small ? 'spoken' : ''}>{label}</span>
    </button>
  )
}

/** Puts a text where the user can paste it from; false where the browser refuses. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

/** Browsers have no clipboard for pages that came over plain HTTP from another machine. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'spoken'
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  return copied
}
