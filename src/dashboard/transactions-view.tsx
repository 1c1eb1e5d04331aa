import { BoardView } from './board/board-view.tsx'
import { TransactionView } from './transaction/transaction-view.tsx'

/** All transactions, or the one in the address. */
export function TransactionsView({ argument }: { readonly argument: string | null }) {
  return argument === null ? <BoardView /> : <TransactionView id={argument} />
}
