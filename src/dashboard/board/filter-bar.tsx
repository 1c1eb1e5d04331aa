import { useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { StateShape } from '../parts/state-badge.tsx'
import { flowWords, statusWords } from '../parts/words.ts'
import { useKeys } from '../state/keys.ts'
import { go } from '../state/router.ts'
import type { Board } from './board.ts'
import { isCompact } from './density.ts'
import { countRows, type Filter, isFiltering, noFilter } from './filter.ts'
import type { Row } from './row.ts'

const statuses: readonly Row['status'][] = ['INITIATED', 'PENDING', 'COMPLETED', 'FAILED']

/** Search and filters, with how many transactions each would show. */
export function FilterBar({ board, shown }: { readonly board: Board; readonly shown: readonly Row[] }) {
  const filter = board.filter.value
  const change = (part: Partial<Filter>) => {
    board.filter.value = { ...filter, ...part }
  }
  const counts = countRows(board.rows.value, filter)
  return (
    <div class="board-filters line">
      <Search
        value={filter.search}
        onChange={(search) => change({ search })}
        clear={() => change(noFilter)}
        open={() => isFiltering(filter) && shown[0] !== undefined && go('transactions', shown[0].id)}
      />
      <fieldset class="board-states">
        <legend class="spoken">State</legend>
        {statuses.map((status) => (
          <button
            key={status}
            type="button"
            class="board-state"
            aria-pressed={filter.status === status}
            onClick={() => change({ status: filter.status === status ? null : status })}
          >
            <StateShape status={status} />
            <span class="board-state-word">{statusWords[status]}</span>
            <span class="number faint">{counts[status].toLocaleString('en')}</span>
          </button>
        ))}
        {(['failing', 'givenUp'] as const).map((failed) => (
          <button
            key={failed}
            type="button"
            class="board-state"
            aria-pressed={filter.webhook === failed}
            onClick={() => change({ webhook: filter.webhook === failed ? null : failed })}
          >
            <Icon name={failed === 'failing' ? 'send' : 'close'} size={14} tone="bad" />
            <span class="board-state-word">Webhook {failed === 'failing' ? 'failing' : 'given up'}</span>
            <span class="number faint">{counts[failed].toLocaleString('en')}</span>
          </button>
        ))}
      </fieldset>
      <FlowMenu flow={filter.flow} onChange={(flow) => change({ flow })} />
      <span class="grow" />
      <span class="board-count faint" role="status">
        <span class="number">
          {isFiltering(filter) ? `${shown.length.toLocaleString('en')} of ` : ''}
          {board.rows.value.length.toLocaleString('en')}
          {board.state.value === 'part' ? '…' : ''}
        </span>
        <span class="board-count-word"> transaction{board.rows.value.length === 1 ? '' : 's'}</span>
      </span>
      <button
        type="button"
        class="board-density"
        aria-pressed={isCompact.value}
        onClick={() => (isCompact.value = !isCompact.value)}
      >
        Compact
      </button>
    </div>
  )
}

function Search(props: {
  readonly value: string
  readonly onChange: (text: string) => void
  readonly clear: () => void
  /** Opens the first match. */
  readonly open: () => void
}) {
  const input = useRef<HTMLInputElement>(null)
  useKeys([
    { key: '/', does: 'Search', run: () => input.current?.focus() },
    { key: 'Escape', does: 'Show all', run: props.clear },
  ])
  return (
    <label class="board-search">
      <Icon name="search" />
      <span class="spoken">Search</span>
      <input
        ref={input}
        type="search"
        placeholder="Reference, name, number, amount, scenario"
        value={props.value}
        onInput={(event) => props.onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Escape') props.onChange('')
          if (event.key === 'Enter') props.open()
        }}
      />
      <kbd>/</kbd>
    </label>
  )
}

const flows: readonly Row['flow'][] = ['mobile-money', 'virtual-account', 'bank-payout', 'mobile-money-payout']

function FlowMenu(props: { readonly flow: Row['flow'] | null; readonly onChange: (flow: Row['flow'] | null) => void }) {
  const choose = (name: string) => props.onChange(flows.find((flow) => flow === name) ?? null)
  return (
    <label class="board-flow-menu">
      <span class="spoken">Flow</span>
      <select value={props.flow ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
        <option value="">All flows</option>
        {flows.map((flow) => (
          <option key={flow} value={flow}>
            {flowWords[flow].title}
          </option>
        ))}
      </select>
    </label>
  )
}
