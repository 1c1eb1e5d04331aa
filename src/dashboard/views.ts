import type { ComponentType } from 'preact'
import { BankView } from './bank/bank-view.tsx'
import { CallsView } from './calls/calls-view.tsx'
import type { IconName } from './parts/icon-paths.ts'
import { later } from './parts/later.tsx'
import { PhonesView } from './phones/phones-view.tsx'
import { ScenariosView } from './scenarios/scenarios-view.tsx'
import { StartView } from './start/start-view.tsx'
import { TimeView } from './time/time-view.tsx'
import { TransactionsView } from './transactions-view.tsx'
import { WebhooksView } from './webhooks/webhooks-view.tsx'

export interface View {
  /** As in `#/transactions`. */
  readonly path: string
  readonly title: string
  readonly icon: IconName
  /** Opens the view after `g`. */
  readonly letter: string
  readonly Page: ComponentType<PageProps>
}

interface PageProps {
  readonly argument: string | null
}

const ReportView = later<PageProps>(async () => (await import('./report/report-view.tsx')).ReportView)
const WalletsView = later<PageProps>(async () => (await import('./wallets/wallets-view.tsx')).WalletsView)

/** The views in the order of the navigation. The first is shown if the address names none. */
export const views: readonly View[] = [
  { path: 'transactions', title: 'Transactions', icon: 'transactions', letter: 't', Page: TransactionsView },
  { path: 'phones', title: 'Phones', icon: 'phones', letter: 'p', Page: PhonesView },
  { path: 'bank', title: 'Bank', icon: 'bank', letter: 'b', Page: BankView },
  { path: 'time', title: 'Time', icon: 'time', letter: 'c', Page: TimeView },
  { path: 'webhooks', title: 'Webhooks', icon: 'send', letter: 'd', Page: WebhooksView },
  { path: 'scenarios', title: 'Scenarios', icon: 'scenarios', letter: 's', Page: ScenariosView },
  { path: 'calls', title: 'Calls', icon: 'calls', letter: 'l', Page: CallsView },
  { path: 'report', title: 'Report', icon: 'report', letter: 'r', Page: ReportView },
  { path: 'wallets', title: 'Wallets', icon: 'wallets', letter: 'w', Page: WalletsView },
  { path: 'start', title: 'Start', icon: 'start', letter: 'h', Page: StartView },
]
