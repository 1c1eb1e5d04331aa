import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { formatTime } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { linkTo } from '../state/router.ts'
import { sandboxNow } from '../state/sandbox-time.ts'
import { type Customer, endingTone, endingWords, formatNumber, type Phone, type Prompt } from './phone.ts'
import { PromptDialog } from './prompt-dialog.tsx'

interface HandsetProps {
  readonly number: string
  readonly network: string
  readonly phone: Phone
  /** Answers the newest open prompt; null if there is none. */
  readonly customer: Customer | null
  /** The transaction of the prompt that was answered last here; null once the user has seen its result. */
  readonly answered: Signal<string | null>
}

export function Handset({ number, network, phone, customer, answered }: HandsetProps) {
  const tab = useSignal<'prompts' | 'messages'>('prompts')
  const open = phone.prompts.find(({ status }) => status === 'open')
  const newest = phone.messages[0]?.transactionId
  useEffect(() => {
    if (newest !== undefined && open === undefined) tab.value = 'messages'
  }, [newest])
  useEffect(() => {
    if (open === undefined) return
    tab.value = 'prompts'
    answered.value = null
  }, [open?.transactionId])
  const result = phone.prompts.find((one) => one.transactionId === answered.value && one.status !== 'open')
  return (
    <section class={`handset${open ? ' handset-rings' : ''}`} aria-label={`Phone ${formatNumber(number)}`}>
      <div class="handset-screen">
        <div class="handset-bar">
          <span class="number">{formatTime(new Date(sandboxNow.value).toISOString()).slice(0, 5)}</span>
          <span class="handset-speaker" />
          <span>{network}</span>
        </div>
        <p class="spoken" role="status">
          {open === undefined ? '' : `Prompt: ${open.text}`}
        </p>
        <div class="handset-app">
          {tab.value === 'messages' ? (
            <Inbox messages={phone.messages} />
          ) : open !== undefined && customer !== null ? (
            <PromptDialog key={open.transactionId} prompt={open} network={network} customer={customer} />
          ) : result !== undefined ? (
            <Result prompt={result} onSeen={() => (answered.value = null)} />
          ) : (
            <PastPrompts prompts={phone.prompts} />
          )}
        </div>
        <div class="handset-tabs halves">
          {(['prompts', 'messages'] as const).map((name) => (
            <Button key={name} aria-pressed={tab.value === name} onClick={() => (tab.value = name)}>
              <Icon name={name === 'prompts' ? 'phones' : 'message'} size={18} />
              {name === 'prompts' ? 'Prompts' : 'Messages'}
              {name === 'messages' && phone.messages.length > 0 && (
                <span class="badge number">{phone.messages.length}</span>
              )}
            </Button>
          ))}
        </div>
      </div>
    </section>
  )
}

function Result({ prompt, onSeen }: { readonly prompt: Prompt; readonly onSeen: () => void }) {
  const isApproved = prompt.status === 'approved'
  return (
    <div class="handset-item handset-result" role="status">
      <span class={`disc tone-${endingTone(prompt.status)}`}>
        <Icon name={isApproved ? 'check' : prompt.status === 'ignored' ? 'time' : 'close'} size={36} />
      </span>
      <b class={`tone-${endingTone(prompt.status)}`}>{endingWords(prompt.status)}</b>
      <p class="soft">{prompt.payment}</p>
      <a href={linkTo('transactions', prompt.transactionId)}>Open its transaction</a>
      <Button onClick={onSeen}>OK</Button>
    </div>
  )
}

function PastPrompts({ prompts }: { readonly prompts: readonly Prompt[] }) {
  if (prompts.length === 0)
    return <p class="handset-none soft">No prompt yet. Each collection from this number sends one.</p>
  return (
    <ol class="stack">
      {prompts.map(({ transactionId, text, payment, status }) => (
        <li key={transactionId}>
          <a class="handset-item" href={linkTo('transactions', transactionId)}>
            <b class={`tone-${endingTone(status)}`}>{endingWords(status) ?? 'Open'}</b>
            <span class="soft">{status === 'open' ? text : payment}</span>
          </a>
        </li>
      ))}
    </ol>
  )
}

function Inbox({ messages }: { readonly messages: Phone['messages'] }) {
  if (messages.length === 0)
    return <p class="handset-none soft">No message. An SMS arrives if a collection asks for a code.</p>
  return (
    <ol class="stack">
      {messages.map(({ transactionId, text, otp, at }) => (
        <li key={transactionId} class="handset-item handset-message">
          <span class="faint number">{formatTime(at).slice(0, 5)}</span>
          <p>{text}</p>
          <span class="handset-otp line">
            <b class="number mono">{otp}</b>
            <CopyButton text={otp} label={`Copy the code ${otp}`} small />
          </span>
          <a href={linkTo('transactions', transactionId)}>Open its transaction</a>
        </li>
      ))}
    </ol>
  )
}
