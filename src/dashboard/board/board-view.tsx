import { useComputed } from '@preact/signals'
import { FailureNote, Loading } from '../parts/states.tsx'
import { useSession } from '../state/business.ts'
import { route } from '../state/router.ts'
import './board.css'
import { boardOf } from './board.ts'
import { BoardList } from './board-list.tsx'
import { EmptyBoard } from './empty-board.tsx'
import { filterRows } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'

/** All transactions of the business, newest first, as they happen. */
export function BoardView() {
  const board = boardOf(useSession())
  const shown = useComputed(() => filterRows(board.rows.value, route.value.query))
  const failure = board.failure.value
  if (board.state.value === 'loading') return <Loading lines={12} />
  if (board.state.value === 'failed' && failure !== null) return <FailureNote failure={failure} retry={board.reload} />
  if (board.rows.value.length === 0) return <EmptyBoard />
  return (
    <div class="board">
      <FilterBar board={board} shown={shown.value} />
      <BoardList board={board} rows={shown.value} />
    </div>
  )
}
