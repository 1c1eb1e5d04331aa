import type { ComponentType } from 'preact'
import type { IconName } from './parts/icon-paths.ts'
import { later } from './parts/later.tsx'
import { PhonesView } from './phones/phones-view.tsx'
import { TransactionsView } from './transactions-view.tsx'

export interface View {
  /** As in `#/transactions`. */
  readonly path: string
  /** Other addresses of it. */
  readonly also?: readonly string[]
  readonly title: string
  readonly icon: IconName
  /** A letter of the title that opens the view after `g`: the first one, unless it is taken. */
  readonly letter: string
  readonly Page: ComponentType<PageProps>
}

interface PageProps {
  readonly argument: string | null
}

/** The views that the first load leaves out. */
type LaterView = Extract<keyof typeof import('./later-parts.ts'), `${string}View`>

const laterView = (name: LaterView) => later<PageProps>(async () => (await import('./later-parts.ts'))[name])

/** The views in the order of the navigation. The first is shown if the address names none. */
export const views: readonly View[] = [
  { path: 'transactions', title: 'Transactions', icon: 'transactions', letter: 't', Page: TransactionsView },
  { path: 'phones', title: 'Phones', icon: 'phones', letter: 'p', Page: PhonesView },
  { path: 'money', also: ['bank', 'wallets'], title: 'Money', icon: 'bank', letter: 'm', Page: laterView('BankView') },
  { path: 'time', title: 'Time', icon: 'time', letter: 'i', Page: laterView('TimeView') },
  { path: 'traffic', title: 'Traffic', icon: 'calls', letter: 'f', Page: laterView('TrafficView') },
  { path: 'scenarios', title: 'Scenarios', icon: 'scenarios', letter: 's', Page: laterView('ScenariosView') },
  { path: 'report', title: 'Report', icon: 'report', letter: 'r', Page: laterView('ReportView') },
  { path: 'start', title: 'Start', icon: 'start', letter: 'a', Page: laterView('StartView') },
]
