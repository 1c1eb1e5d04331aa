import { VirtualList } from '../parts/lists/virtual-list.tsx'
import { Empty } from '../parts/states.tsx'
import { useKeys } from '../state/keys.ts'
import { go, linkWithin } from '../state/router.ts'
import { isNarrow } from '../state/screen.ts'
import type { Board } from './board.ts'
import { BoardRow } from './board-row.tsx'
import { type Row, stepFrom } from './row.ts'

export function BoardList({ board, rows }: { readonly board: Board; readonly rows: readonly Row[] }) {
  const index = rows.findIndex(({ id }) => id === board.selected.value)
  const step = (by: number) => {
    board.selected.value = rows[stepFrom(index, by, rows.length)]?.id ?? null
  }
  useKeys([
    { key: 'j', does: 'Next transaction', run: () => step(1) },
    { key: 'k', does: 'Previous transaction', run: () => step(-1) },
    {
      key: 'Enter',
      does: 'Open the transaction',
      run: () => index >= 0 && go(linkWithin('transactions', rows[index]?.id)),
    },
  ])
  if (rows.length === 0) {
    return (
      <Empty icon="search" title="Nothing matches">
        <p>No transaction fits the search and the filters.</p>
      </Empty>
    )
  }
  return (
    <>
      <div class="row board-columns" aria-hidden="true">
        <span>State</span>
        <span>Reference</span>
        <span class="board-right">Amount</span>
        <span>Flow</span>
        <span>Scenario, then the next step or the result</span>
        <span>Webhook</span>
        <span class="board-right">Created</span>
      </div>
      <VirtualList
        items={rows}
        rowHeight={isNarrow.value ? 84 : 48}
        label="Transactions"
        selected={index < 0 ? null : index}
        row={(row) => <BoardRow row={row} isSelected={row.id === board.selected.value} />}
      />
    </>
  )
}
