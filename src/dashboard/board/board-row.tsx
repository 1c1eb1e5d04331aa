import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { Countdown, When } from '../parts/when.tsx'
import { hashOf } from '../state/route.ts'
import { linkTo, linkWithin, route } from '../state/router.ts'
import type { Row } from './row.ts'

/** A transaction; the whole row is a link. A second link opens its webhook, or the phone that has to answer. */
export function BoardRow({ row, isSelected }: { readonly row: Row; readonly isSelected: boolean }) {
  const link = useRef<HTMLAnchorElement>(null)
  // Before the next key: Enter is the focused link's own.
  useLayoutEffect(() => {
    if (isSelected) link.current?.focus({ preventScroll: true })
  }, [isSelected])
  return (
    <>
      <a
        ref={link}
        class="row board-row"
        href={linkWithin('transactions', row.id)}
        aria-current={isSelected || undefined}
      >
        <StateBadge status={row.status} />
        <span class="board-who board-cell" title={row.customer}>
          <b class={row.name === '' ? 'board-long' : undefined}>{row.reference}</b>
          {row.name !== '' && <span class="faint cut">{row.name}</span>}
        </span>
        <span class={`board-sum label number${row.status === 'FAILED' ? ' faint' : ''}`}>
          <span class="spoken">{row.direction === 'in' ? 'to the merchant' : 'from the wallet'}</span>
          <Icon name={row.direction} size={14} tone={row.direction === 'out' ? 'neutral' : undefined} />
          {row.sum}
        </span>
        <span class="board-flow soft" title={row.flowTitle}>
          <Icon name={row.flowIcon} size={14} />
          <span class="spoken">{row.flowTitle}</span>
          <span>{row.network}</span>
        </span>
        <span class="board-what board-cell">
          <span class="board-scenario">
            <span class={row.isChosen ? 'board-chosen' : undefined}>{row.scenario}</span>{' '}
            <span class="faint">{row.chosen}</span>
          </span>
          <span class="board-result cut" title={row.ending}>
            <span>{row.ending}</span>
            {row.next !== null && (
              // Keyed by its words: other words before the time would move it.
              <span key={row.next.text} class="soft">
                {row.ending !== '' && '; '}
                {row.next.text} <Countdown to={row.next.at} />
              </span>
            )}
          </span>
        </span>
        <span />
        <span class="board-created">
          <When at={row.createdAt} />
        </span>
      </a>
      {row.webhook !== null && <WebhookSign row={row} webhook={row.webhook} />}
      {row.phone !== null && (
        <a class="board-sign tone-neutral" href={linkTo('phones', row.phone)} title="Answer as the customer">
          <Icon name="phones" />
          <span class="spoken">Phone of {row.reference}</span>
        </a>
      )}
    </>
  )
}

/** What was answered to the last webhook, and when it is sent again; opens it. */
function WebhookSign({ row: { id, reference }, webhook }: WebhookSignProps) {
  const { text, short, failed, againAt } = webhook
  return (
    <a
      class={`board-sign ${failed ? 'tone-bad' : 'soft'}`}
      href={hashOf({ ...route.value, view: 'traffic', argument: id, query: { show: 'webhooks' } })}
      title={text}
    >
      <span class="spoken">
        {text} ({reference})
      </span>
      <span class="label" aria-hidden="true">
        <Icon name={failed === 'givenUp' ? 'close' : 'send'} size={14} tone={failed ? 'bad' : 'good'} />
        {short}
      </span>
      {againAt !== null && <Countdown to={againAt} />}
    </a>
  )
}

interface WebhookSignProps {
  readonly row: Row
  readonly webhook: NonNullable<Row['webhook']>
}
