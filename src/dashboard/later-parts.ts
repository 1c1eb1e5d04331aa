/** What the first view does not need: one file, loaded when a part of it is first shown. */
export { BankView } from './bank/bank-view.tsx'
export { ManageDialog } from './business/manage-dialog.tsx'
export { ReportView } from './report/report-view.tsx'
export { ScenariosView } from './scenarios/scenarios-view.tsx'
export { StartView } from './start/start-view.tsx'
export { TimeView } from './time/time-view.tsx'
export { TrafficView } from './traffic/traffic-view.tsx'
export { WaysToShare } from './transaction/ways-to-share.tsx'
