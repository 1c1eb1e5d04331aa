import { type BoundEndpoint, bindEndpoint } from '../contract/endpoint.ts'
import { live, ready } from './about/health.ts'
import { info } from './about/info.ts'
import { showOpenApi, showReference, showReferenceFile } from './about/reference.ts'
import { showStatus } from './about/status.ts'
import { changeBusiness, showBusiness } from './business/business.ts'
import { listBusinesses } from './business/businesses.ts'
import { pruneBusiness } from './business/prune.ts'
import { resetBusiness } from './business/reset.ts'
import { deleteSnapshot, listSnapshots, restoreSnapshot, takeSnapshot } from './business/snapshots.ts'
import { listWallets, setWallet } from './business/wallets.ts'
import { advanceClock, freezeClock, resumeClock, runUntilIdle, showClock } from './clock/clock.ts'
import { listJobs } from './clock/jobs.ts'
import type { ControlEndpoint } from './endpoint.ts'
import { watchEvents } from './events/events.ts'
import { showReport } from './report/report.ts'
import { listRequests } from './requests/requests.ts'
import { explainRequest } from './scenarios/explain.ts'
import { addToQueue, clearQueue, listQueue } from './scenarios/queue.ts'
import { checkScenarios, listScenarios, setDefaultScenario, showScenario } from './scenarios/scenarios.ts'
import type { ControlTools } from './tools.ts'
import { approve, decline, expire, fail, ignore } from './transactions/actions.ts'
import { showOtp, showPhone, typePin } from './transactions/phones.ts'
import { listTransactions, showTransaction } from './transactions/transactions.ts'
import { payIn } from './transactions/transfers.ts'
import { replayWebhook } from './webhooks/replay.ts'
import { listWebhooks, waitWebhook } from './webhooks/webhooks.ts'

/** Every endpoint under /_sandbox. */
const endpoints = [
  live,
  ready,
  info,
  showOpenApi,
  showReference,
  showReferenceFile,
  listBusinesses,
  showStatus,
  showBusiness,
  changeBusiness,
  listWallets,
  setWallet,
  listTransactions,
  showTransaction,
  approve,
  decline,
  ignore,
  expire,
  fail,
  showPhone,
  showOtp,
  typePin,
  listWebhooks,
  waitWebhook,
  replayWebhook,
  payIn,
  listScenarios,
  listQueue,
  addToQueue,
  clearQueue,
  setDefaultScenario,
  checkScenarios,
  showScenario,
  explainRequest,
  showReport,
  listRequests,
  watchEvents,
  listJobs,
  showClock,
  advanceClock,
  runUntilIdle,
  freezeClock,
  resumeClock,
  resetBusiness,
  listSnapshots,
  takeSnapshot,
  restoreSnapshot,
  deleteSnapshot,
  pruneBusiness,
] as const

/** Each endpoint by its route, such as `GET /_sandbox/clock`: what clients take their types from. */
export type ControlRoutes = {
  readonly [E in (typeof endpoints)[number] as E['route']]: E
}

/** Every endpoint under /_sandbox, with its tools. */
export function controlEndpoints(tools: ControlTools): readonly BoundEndpoint[] {
  return endpoints.map((endpoint: ControlEndpoint) => bindEndpoint(endpoint, tools))
}
