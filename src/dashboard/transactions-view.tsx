import { BoardView } from './board/board-view.tsx'
import { TransactionView } from './transaction/transaction-view.tsx'

export function TransactionsView({ argument }: { readonly argument: string | null }) {
  if (argument !== null) return <TransactionView id={argument} />
  return (
    <>
      <h1 class="spoken">Transactions</h1>
      <BoardView />
    </>
  )
}
