import { useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { Countdown, When } from '../parts/when.tsx'
import { linkTo, linkWithin } from '../state/router.ts'
import type { Row } from './row.ts'

/** A transaction; the whole row is a link. If its customer has to answer, a second link leads to the phone. */
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
        <span class="board-who board-cell">
          <b>{row.reference}</b>
          <span class="faint cut">{row.customer}</span>
        </span>
        <span class="board-money board-cell">
          <span class={`board-sum label number${row.status === 'FAILED' ? ' faint' : ''}`}>
            <span class="spoken">{row.direction === 'in' ? 'to the merchant' : 'from the wallet'}</span>
            <Icon name={row.direction} size={14} tone={row.direction === 'out' ? 'neutral' : undefined} />
            {row.sum}
          </span>
          <span class="board-flow faint cut">
            {row.flowTitle}, {row.network}
          </span>
        </span>
        <span class="board-scenario board-cell">
          <span class={row.isChosen ? 'board-chosen' : undefined}>{row.scenario}</span>
          <span class="faint">{row.chosen}</span>
        </span>
        <Result row={row} />
        <span class="board-created">
          <When at={row.createdAt} />
        </span>
      </a>
      {row.phone !== null && (
        <a class="board-phone" href={linkTo('phones', row.phone)} title="Answer as the customer">
          <Icon name="phones" />
          <span class="spoken">Phone of {row.reference}</span>
        </a>
      )}
    </>
  )
}

/** Why it ended so, and below it what comes next or what became of its webhook. */
function Result({ row: { next, webhook, ending } }: { readonly row: Row }) {
  const failed = webhook?.failed
  const words = failed || next === null ? webhook?.text : next.text
  return (
    <span class="board-result board-cell">
      {ending !== '' && <span>{ending}</span>}
      {words !== undefined && (
        // Keyed by its words: other words before the time would move it.
        <span key={next?.text} class={failed ? 'tone-bad' : 'soft'}>
          {words} {next !== null && failed !== 'givenUp' && <Countdown to={next.at} />}
        </span>
      )}
    </span>
  )
}
