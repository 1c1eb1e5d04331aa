import { type BoundEndpoint, bindEndpoint, methodAndPath } from '../contract/endpoint.ts'
import type { Tag } from '../contract/tags.ts'
import { backUp } from './about/backup.ts'
import { checkLive, checkReady, showInfo } from './about/health.ts'
import { openSession, showPageFile } from './about/page.ts'
import { listPages, showOpenApi, showReference, showReferenceFile, showReferencePage } from './about/reference.ts'
import { showStatus } from './about/status.ts'
import { stopSandbox } from './about/stop.ts'
import { changeBusiness, listBusinesses, showBusiness } from './business/business.ts'
import { pruneBusiness, resetBusiness } from './business/reset.ts'
import { sealBusiness, unsealBusiness } from './business/seal.ts'
import { deleteSnapshot, listSnapshots, restoreSnapshot, takeSnapshot } from './business/snapshots.ts'
import { listWallets, setWallet } from './business/wallets.ts'
import { advanceClock, freezeClock, listJobs, resumeClock, runUntilIdle, showClock } from './clock/clock.ts'
import type { ControlEndpoint } from './endpoint.ts'
import { watchEvents } from './events/events.ts'
import { showMetrics } from './metrics/metrics.ts'
import { listFound } from './report/found.ts'
import { showReport } from './report/report.ts'
import { listRequests } from './requests/requests.ts'
import { playDraft, saveScenarios } from './scenarios/draft.ts'
import { explainRequest } from './scenarios/explain.ts'
import { addToQueue, clearQueue, listQueue } from './scenarios/queue.ts'
import { checkScenarios, listScenarios, setDefaultScenario, showScenario } from './scenarios/scenarios.ts'
import type { ControlTools } from './tools.ts'
import {
  approveTransaction,
  declineTransaction,
  expireTransaction,
  failTransaction,
  ignoreTransaction,
} from './transactions/actions.ts'
import { listPhones } from './transactions/phone-list.ts'
import { showOtp, showPhone, typePin } from './transactions/phones.ts'
import { listTransactions, showTransaction, waitForTransaction } from './transactions/transactions.ts'
import { listVirtualAccounts, payIntoVirtualAccount } from './transactions/virtual-accounts.ts'
import { receiveWebhook } from './webhooks/receiver.ts'
import { listWebhooks, replayWebhook, sendWebhook, showWebhook, waitForWebhook } from './webhooks/webhooks.ts'
import { exportWorld, importWorld } from './worlds/worlds.ts'

/** Every endpoint under /_sandbox by its chapter of the reference, under the name that generated clients call it. */
const chapters = {
  'Sandbox: transactions': {
    listTransactions,
    waitForTransaction,
    showTransaction,
    approveTransaction,
    declineTransaction,
    ignoreTransaction,
    expireTransaction,
    failTransaction,
    listVirtualAccounts,
    payIntoVirtualAccount,
    watchEvents,
  },
  'Sandbox: scenarios': {
    listScenarios,
    listQueue,
    addToQueue,
    clearQueue,
    setDefaultScenario,
    checkScenarios,
    playDraft,
    saveScenarios,
    showScenario,
    explainRequest,
  },
  'Sandbox: phones': {
    listPhones,
    showPhone,
    showOtp,
    typePin,
  },
  'Sandbox: webhooks': {
    listWebhooks,
    waitForWebhook,
    showWebhook,
    replayWebhook,
    sendWebhook,
    receiveWebhook,
  },
  'Sandbox: time': {
    listJobs,
    showClock,
    advanceClock,
    runUntilIdle,
    freezeClock,
    resumeClock,
  },
  'Sandbox: business': {
    listBusinesses,
    showStatus,
    showBusiness,
    changeBusiness,
    listWallets,
    setWallet,
    showReport,
    listFound,
    listRequests,
    resetBusiness,
    sealBusiness,
    unsealBusiness,
    listSnapshots,
    takeSnapshot,
    restoreSnapshot,
    deleteSnapshot,
    pruneBusiness,
    exportWorld,
    importWorld,
  },
  'Sandbox: about': {
    checkLive,
    checkReady,
    showInfo,
    showMetrics,
    backUp,
    stopSandbox,
    showOpenApi,
    showReference,
    showReferenceFile,
    showReferencePage,
    listPages,
    showPageFile,
    openSession,
  },
} as const satisfies Readonly<Partial<Record<Tag, Readonly<Record<string, ControlEndpoint>>>>>

type ValueOf<T> = T extends unknown ? T[keyof T] : never

/** Each endpoint by its route, such as `GET /_sandbox/clock`: what clients take their types from. */
export type ControlRoutes = { readonly [E in ValueOf<ValueOf<typeof chapters>> as E['route']]: E }

export function controlEndpoints(tools: ControlTools): readonly BoundEndpoint[] {
  return Object.entries(chapters).flatMap(([tag, chapter]) =>
    Object.entries<ControlEndpoint>(chapter).map(([name, { route, ...endpoint }]) =>
      bindEndpoint({ ...endpoint, area: 'control', tag, name, ...methodAndPath(route) }, tools),
    ),
  )
}
