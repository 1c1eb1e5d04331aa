import { useLayoutEffect, useRef } from 'preact/hooks'
import { Countdown } from '../parts/countdown.tsx'
import { Icon } from '../parts/icon.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { When } from '../parts/when.tsx'
import { linkTo } from '../state/router.ts'
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
      <a ref={link} class="board-row" href={linkTo('transactions', row.id)} aria-current={isSelected || undefined}>
        <StateBadge status={row.status} />
        <span class="board-who board-cell">
          <span class="board-reference cut">{row.reference}</span>
          <span class="faint cut">{row.customer}</span>
        </span>
        <span class="board-money board-cell">
          <span class="board-sum number">
            <span class="spoken">{row.direction === 'in' ? 'to the merchant' : 'from the wallet'}</span>
            {row.sum}
            <span class={`board-direction${row.direction === 'out' ? ' tone-time' : ''}`}>
              <Icon name={row.direction} size={14} />
            </span>
          </span>
          <span class="board-flow faint cut">
            {row.flowTitle}, {row.network}
          </span>
        </span>
        <span class="board-scenario board-cell">
          <span class={`board-scenario-name cut${row.isChosen ? ' board-scenario-chosen' : ''}`}>{row.scenario}</span>
          <span class="faint cut">{row.chosen}</span>
        </span>
        <Next row={row} />
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

/** The next step, or how it ended and what became of its webhook. */
function Next({ row: { next, webhook, ending } }: { readonly row: Row }) {
  const isFailing = webhook?.failed === 'failing' && next !== null
  if (next === null && ending !== '' && !webhook?.failed) {
    return (
      <span class="board-next board-cell" title={webhook?.text}>
        <span key="more" class="board-reason">
          {ending}
        </span>
      </span>
    )
  }
  return (
    <span class="board-next board-cell">
      {next === null ? (
        <span key="what" class={`cut${webhook?.failed ? ' tone-bad' : ' faint'}`}>
          {webhook?.text}
        </span>
      ) : (
        <Countdown key="when" to={next.at} />
      )}
      <span
        key="more"
        class={`cut${isFailing ? ' tone-bad' : ' faint'}`}
        title={isFailing ? webhook?.text : next === null ? ending : undefined}
      >
        {isFailing ? webhook?.text : (next?.text ?? ending)}
      </span>
    </span>
  )
}
