import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { keptIn } from '../parts/kept-in.ts'
import { type Customer, mostDigits, type Prompt, typed } from './phone.ts'

const keys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', 'delete', '0', 'send'] as const

interface PromptDialogProps {
  readonly prompt: Prompt
  readonly network: string
  readonly customer: Customer
}

export function PromptDialog({ prompt, network, customer }: PromptDialogProps) {
  const pin = useSignal('')
  const isSent = useSignal(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A new prompt does not take the focus from another field; the link to its phone was only the way here.
    const focused = document.activeElement
    if (focused === document.body || focused instanceof HTMLAnchorElement) field.current?.focus()
  }, [])
  const run = async (action: () => Promise<void>) => {
    isSent.value = true
    await action()
    isSent.value = false
    pin.value = ''
  }
  const send = (event: Event) => {
    event.preventDefault()
    if (pin.value !== '' && !isSent.value) void run(() => customer.typePin(pin.value))
  }
  return (
    <form class="prompt" onSubmit={send}>
      <div class="prompt-dialog">
        <span class="faint">{network === '' ? 'Mobile money' : `${network} Mobile Money`}</span>
        <p class="prompt-text">{prompt.text}</p>
        <input
          ref={field}
          class="prompt-pin mono"
          aria-label="PIN"
          inputMode="none"
          autoComplete="off"
          placeholder="PIN"
          maxLength={mostDigits}
          {...keptIn(pin)}
        />
        <div class="halves">
          <Button disabled={isSent.value} onClick={() => run(customer.cancel)}>
            Cancel
          </Button>
          <button type="submit" class="primary" disabled={isSent.value || pin.value === ''}>
            Send
          </button>
        </div>
      </div>
      <Pad pin={pin} />
    </form>
  )
}

function Pad({ pin }: { readonly pin: Signal<string> }) {
  return (
    <div class="prompt-pad">
      {keys.map((key) =>
        key === 'send' ? (
          <button key={key} type="submit" class="primary" aria-label="Send the PIN" disabled={pin.value === ''}>
            #
          </button>
        ) : (
          <Button
            key={key}
            aria-label={key === 'delete' ? 'Delete the last digit' : key}
            onClick={() => (pin.value = typed(pin.value, key))}
          >
            {key === 'delete' ? '⌫' : key}
          </Button>
        ),
      )}
    </div>
  )
}
