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
  // A sign says the usual beside a reason, so that no row has three lines.
  const isSign = !failed && next === null && ending !== ''
  return (
    <span class="board-result board-cell">
      {ending !== '' && (
        <span class={isSign ? 'board-ending' : 'cut'} title={ending}>
          {ending}
          {isSign && webhook !== null && (
            <span title={webhook.text}>
              <Icon name="send" size={14} />
              <span class="spoken">{webhook.text}</span>
            </span>
          )}
        </span>
      )}
      {words !== undefined && !isSign && (
        // Keyed by its words: other words before the time would move it.
        <span key={next?.text} class={failed ? 'tone-bad' : 'soft'}>
          {words} {next !== null && failed !== 'givenUp' && <Countdown to={next.at} />}
        </span>
      )}
    </span>
  )
}
