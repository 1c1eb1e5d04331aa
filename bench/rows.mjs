import { advance } from './rows/advance.mjs'
import { besideAdvance } from './rows/beside-advance.mjs'
import { besideBulk } from './rows/beside-bulk.mjs'
import { besideBulkLong } from './rows/beside-bulk-long.mjs'
import { besideHanging } from './rows/beside-hanging.mjs'
import { businesses } from './rows/businesses.mjs'
import { chain } from './rows/chain.mjs'
import { createFile } from './rows/create-file.mjs'
import { createMemory } from './rows/create-memory.mjs'
import { createOneConnection } from './rows/create-one-connection.mjs'
import { createP99 } from './rows/create-p99.mjs'
import { createSettling } from './rows/create-settling.mjs'
import { createTurns } from './rows/create-turns.mjs'
import { exec } from './rows/exec.mjs'
import { explore } from './rows/explore.mjs'
import { functionCalls } from './rows/function-calls.mjs'
import { invalid } from './rows/invalid.mjs'
import { logPages } from './rows/log-pages.mjs'
import { packageSize } from './rows/package-size.mjs'
import { pendingJobs } from './rows/pending-jobs.mjs'
import { residentMemory } from './rows/resident-memory.mjs'
import { startBytes } from './rows/start-bytes.mjs'
import { startChunks } from './rows/start-chunks.mjs'
import { startToTenthReply } from './rows/start-to-tenth-reply.mjs'
import { statusQuery } from './rows/status-query.mjs'
import { stored } from './rows/stored.mjs'
import { webhookLateness } from './rows/webhook-lateness.mjs'
import { writeCalls } from './rows/write-calls.mjs'

/** The rows of the benchmark, in the order of its table. */
export const rows = [
  createFile,
  createSettling,
  createMemory,
  createOneConnection,
  logPages,
  writeCalls,
  functionCalls,
  createTurns,
  invalid,
  statusQuery,
  createP99,
  chain,
  webhookLateness,
  advance,
  besideAdvance,
  besideBulk,
  besideBulkLong,
  besideHanging,
  residentMemory,
  startToTenthReply,
  startChunks,
  startBytes,
  exec,
  explore,
  packageSize,
  stored,
  businesses,
  pendingJobs,
]
