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
