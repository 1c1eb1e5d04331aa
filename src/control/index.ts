import { type BoundEndpoint, bindEndpoint } from '../contract/endpoint.ts'
import { approve, decline, expire, fail, ignore } from './actions.ts'
import { changeBusiness, showBusiness } from './business.ts'
import { listBusinesses } from './businesses.ts'
import { advanceClock, freezeClock, resumeClock, runUntilIdle, showClock } from './clock.ts'
import { watchEvents } from './events.ts'
import { explainRequest } from './explain.ts'
import { live, ready } from './health.ts'
import { info } from './info.ts'
import { listJobs } from './jobs.ts'
import { showOtp, showPhone, typePin } from './phones.ts'
import { pruneBusiness } from './prune.ts'
import { addToQueue, clearQueue, listQueue } from './queue.ts'
import { showOpenApi, showReference, showReferenceFile } from './reference.ts'
import { replayWebhook } from './replay.ts'
import { showReport } from './report.ts'
import { listRequests } from './requests.ts'
import { resetBusiness } from './reset.ts'
import { checkScenarios, listScenarios, setDefaultScenario, showScenario } from './scenarios.ts'
import { deleteSnapshot, listSnapshots, restoreSnapshot, takeSnapshot } from './snapshots.ts'
import { showStatus } from './status.ts'
import type { ControlTools } from './tools.ts'
import { listTransactions, showTransaction } from './transactions.ts'
import { payIn } from './transfers.ts'
import { listWallets, setWallet } from './wallets.ts'
import { listWebhooks, waitWebhook } from './webhooks.ts'

/** Every endpoint under /_sandbox. */
export function controlEndpoints(tools: ControlTools): readonly BoundEndpoint[] {
  const bound = <P extends string, Q, B>(endpoint: Parameters<typeof bindEndpoint<ControlTools, P, Q, B>>[0]) =>
    bindEndpoint(endpoint, tools)
  return [
    bound(live),
    bound(ready),
    bound(info),
    bound(showOpenApi),
    bound(showReference),
    bound(showReferenceFile),
    bound(listBusinesses),
    bound(showStatus),
    bound(showBusiness),
    bound(changeBusiness),
    bound(listWallets),
    bound(setWallet),
    bound(listTransactions),
    bound(showTransaction),
    bound(approve),
    bound(decline),
    bound(ignore),
    bound(expire),
    bound(fail),
    bound(showPhone),
    bound(showOtp),
    bound(typePin),
    bound(listWebhooks),
    bound(waitWebhook),
    bound(replayWebhook),
    bound(payIn),
    bound(listScenarios),
    bound(listQueue),
    bound(addToQueue),
    bound(clearQueue),
    bound(setDefaultScenario),
    bound(checkScenarios),
    bound(showScenario),
    bound(explainRequest),
    bound(showReport),
    bound(listRequests),
    bound(watchEvents),
    bound(listJobs),
    bound(showClock),
    bound(advanceClock),
    bound(runUntilIdle),
    bound(freezeClock),
    bound(resumeClock),
    bound(resetBusiness),
    bound(listSnapshots),
    bound(takeSnapshot),
    bound(restoreSnapshot),
    bound(deleteSnapshot),
    bound(pruneBusiness),
  ]
}
