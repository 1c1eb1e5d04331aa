import { useRef } from 'preact/hooks'
import { definitionOf, flows } from '../../catalogue/flows.ts'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { keptIn } from '../parts/kept-in.ts'
import { Options } from '../parts/options.tsx'
import { StateShape } from '../parts/state-badge.tsx'
import { statusWords } from '../parts/words.ts'
import { useKeys } from '../state/keys.ts'
import { filterOf, go, linkWithin, replaceRoute, route, search } from '../state/router.ts'
import { status, transactionsIn } from '../state/status.ts'
import type { Board } from './board.ts'
import { countRows, isFiltering } from './filter.ts'
import type { Row } from './row.ts'
import { ShowAll } from './show-all.tsx'

const statuses = ['INITIATED', 'PENDING', 'COMPLETED', 'FAILED'] as const
const webhooks = [
  ['failing', 'send', 'Webhook failing'],
  ['givenUp', 'close', 'Webhook given up'],
] as const
const buttons = [
  ...statuses.map((status) => ({
    filter: filterOf('status'),
    value: status,
    words: statusWords[status],
    picture: <StateShape status={status} />,
  })),
  ...webhooks.map(([value, icon, words]) => ({
    filter: filterOf('webhook'),
    value,
    words,
    picture: <Icon name={icon} size={14} tone="bad" />,
  })),
]

const flowNames = [['', 'All flows'], ...flows.map((flow) => [flow, definitionOf(flow).page.title] as const)] as const

export function FilterBar({ board, shown }: { readonly board: Board; readonly shown: readonly Row[] }) {
  const { query } = route.value
  // While pages are loaded, only the sandbox knows how many there are.
  const known = board.state.value === 'part' ? status.value : null
  const all = known === null ? board.rows.value.length : transactionsIn(known)
  const ofAll = known !== null && !query.search && !query.flow ? known.transactions : {}
  const counts = { ...countRows(board.rows.value, query), ...ofAll }
  const written = (count: number, isKnown: boolean) => count.toLocaleString('en') + (isKnown ? '' : '+')
  return (
    <div class="board-filters line">
      <Search
        open={() => isFiltering(query) && shown[0] !== undefined && go(linkWithin('transactions', shown[0].id))}
      />
      <fieldset class="board-states line">
        <legend class="spoken">State</legend>
        {buttons.map(({ filter, value, words, picture }) => (
          <Button
            key={value}
            class="board-state"
            aria-pressed={filter.value === value}
            onClick={() => {
              filter.value = filter.value === value ? '' : value
            }}
          >
            {picture}
            <span>{words}</span>
            <span class="number faint">{written(counts[value], known === null || value in ofAll)}</span>
          </Button>
        ))}
      </fieldset>
      <select aria-label="Flow" {...keptIn(filterOf('flow'))}>
        <Options of={flowNames} />
      </select>
      <span class="board-count faint" role="status">
        <span class="number">
          {isFiltering(query) ? `${written(shown.length, known === null)} of ` : ''}
          {all.toLocaleString('en')}
        </span>
        <span class="board-wide"> transaction{all === 1 ? '' : 's'}</span>
      </span>
      <ShowAll />
    </div>
  )
}

function Search({ open }: { readonly open: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  useKeys([
    {
      key: '/',
      does: 'Search',
      run: () => {
        input.current?.focus()
        // What is typed then replaces the last search.
        input.current?.select()
      },
    },
    { key: 'Escape', does: 'Show all', run: () => replaceRoute({ query: {} }) },
  ])
  return (
    <label class="board-search field">
      <Icon name="search" />
      <span class="spoken">Search</span>
      <input
        ref={input}
        type="search"
        placeholder="Reference, name, number, amount, scenario"
        {...keptIn(search)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Escape') search.value = ''
          if (event.key === 'Enter') open()
        }}
      />
      <kbd>/</kbd>
    </label>
  )
}
