// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of sources
/** A fault in `src`: a text of a file, which is there once, replaced by another. The bar has to fail with it. */
export interface Mutant {
  readonly name: string
  readonly bar: string
  readonly file: string
  readonly find: string
  readonly replace: string
}

const turn = 'store/sqlite/turn.ts'
const database = 'store/sqlite/file/database.ts'
const transactions = 'store/sqlite/tables/transactions.ts'
const deliveries = 'store/sqlite/tables/deliveries.ts'
const attempt = 'engine/deliver/attempt.ts'
const send = 'webhooks/send-webhook.ts'

// biome-ignore format: a table
const rows: readonly (readonly [bar: string, name: string, file: string, find: string, replace: string])[] = [
  // The money and the webhooks of a model.
  ['model', 'a failed payout is not returned', 'domain/wallet-movement.ts', 'completed ? [] : payoutReturned(before)', '[]'],
  ['model', 'a collection is credited twice', 'domain/wallet-movement.ts', "[post(settled, creditMinor, 'collection')]", "[post(settled, creditMinor, 'collection'), post(settled, creditMinor, 'collection')]"],
  ['model', 'a payout takes no fee', 'domain/wallet-movement.ts', 'post(payout, -(payout.amountMinor + payout.feeMinor)', 'post(payout, -payout.amountMinor'],
  ['model', 'a fee is rounded down', 'domain/money.ts', 'basisPoints + 5_000', 'basisPoints'],
  ['model', 'a movement has another time', 'store/sqlite/tables/wallets.ts', '{ at, amountMinor, openingMinor, closingMinor, why })', '{ at: at + 1000, amountMinor, openingMinor, closingMinor, why })'],
  ['model', 'a prune loses rows of the ledger', 'store/sqlite/whole/prune-oldest.ts', 'carry.run({ last, amount })', 'carry.run({ last, amount: 0 })'],
  ['model', 'a prune takes what was final a minute ago only', 'store/sqlite/whole/prune.ts', 'sandboxTime(clock, wall()) - olderThanMs', 'sandboxTime(clock, wall()) - olderThanMs - 60_000'],
  ['model', 'a read is stale after a restore', 'store/sqlite/whole/worlds.ts', 'tables.forgetAll()\n      return rowId', 'return rowId'],
  ['model', 'a restore brings the settings of now', 'store/sqlite/tables/businesses.ts', 'SELECT clock, seen_at, default_scenario, settings, pruned_before FROM', "SELECT clock, seen_at, default_scenario, '{}', pruned_before FROM"],
  ['model', 'the third wrong OTP does not end a collection', 'engine/settle/submit-otp.ts', 'if (left === 0) changes', 'if (left < 0) changes'],
  ['model', 'a transaction says another time of its change', 'engine/settle/settle.ts', 'statusQueries: 0,\n    result,\n    updatedAt: now,', 'statusQueries: 0,\n    result,\n    updatedAt: now + 1000,'],
  ['model', 'a transfer after the expiry is taken', 'domain/transfer.ts', "lateTransfers === 'accept'", "lateTransfers !== 'other'"],
  ['model', 'webhooks are signed with another hash', 'webhooks/sign.ts', "createHmac('sha512', secret)", "createHmac('sha256', secret)"],
  ['model', 'webhooks are signed with another key', send, 'secret: webhookSecretOf(business),', 'secret: `${business.key}.`,'],
  ['model', 'a retry has other bytes than the first attempt', send, 'url,\n      body,\n      headers,', 'url,\n      body: number > 1 ? ` ${body}` : body,\n      headers,'],
  ['model', 'a retry has the number of the first attempt', send, "'x-sandbox-attempt': String(number)", "'x-sandbox-attempt': '1'"],
  ['model', 'webhooks name another content type', send, "'content-type': 'application/json'", "'content-type': 'text/plain'"],
  ['model', 'webhooks are sent again a second late', 'domain/delivery.ts', 'Math.max(planned, outcome.retryAfterMs ?? 0)', 'planned + 1000'],
  ['model', 'held webhooks come in the order of their creation', 'engine/deliver/release-held.ts', 'ready.toReversed() : ready', 'ready : ready'],
  ['model', 'an attempt is noted at another time', deliveries, '{ number, at, headers: {}', '{ number, at: at - 1, headers: {}'],
  // Deaths in a process.
  ['seeds', 'the job of a webhook is done when it is claimed', attempt, 'result: { delivery, number, business }, changes }', "result: { delivery, number, business }, changes: [...changes, { change: 'job.done', job }] }"],
  ['seeds', 'a frozen clock goes back at a start', 'store/sqlite/recover-clock.ts', "if (clock.mode === 'frozen') return clock", "if (clock.mode === 'frozen') return { ...clock, at: clock.at - 2000 }"],
  ['seeds', 'ids differ from run to run', 'domain/derived-ids.ts', "const hex = digest(entropy, purpose, counter, 'hex')\n", "const hex = digest({ ...entropy, seed: Math.random() }, purpose, counter, 'hex')\n"],
  ['seeds', 'an attempt that was cut is forgotten', attempt, 'const number = delivery.attempts.length + 1', 'const number = delivery.attempts.filter(({ outcome }) => outcome).length + 1'],
  // Lookups across keys.
  ['strangers', 'a transaction is found under any key', transactions, '`${select} WHERE business_id = ? AND public_id = ?`', '`${select} WHERE business_id >= min(1, ?) AND public_id = ?`'],
  ['strangers', 'an account is found under any key', transactions, 'WHERE business_id = ? AND account_number = ?`', 'WHERE business_id >= min(1, ?) AND account_number = ?`'],
  ['strangers', 'a webhook is found under any key', deliveries, 'deliveries.business_id = ? AND deliveries.public_id = ?', 'deliveries.business_id >= min(1, ?) AND deliveries.public_id = ?'],
  ['strangers', 'the list of transactions is of all keys', transactions, "['business_id = ?', businessId],", "['business_id >= min(1, ?)', businessId],"],
  ['strangers', 'the list of webhooks is of all keys', deliveries, "['deliveries.business_id = ?', businessId],", "['deliveries.business_id >= min(1, ?)', businessId],"],
  ['strangers', 'the list of jobs is of all keys', 'store/sqlite/tables/jobs.ts', 'WHERE jobs.business_id = ? ORDER BY', 'WHERE jobs.business_id >= min(1, ?) ORDER BY'],
  ['strangers', 'the ledger is of all keys', 'store/sqlite/tables/wallets.ts', 'WHERE ledger.business_id = ?', 'WHERE ledger.business_id >= min(1, ?)'],
  ['strangers', 'a snapshot is found under any key', 'store/sqlite/tables/snapshots.ts', "'SELECT world_id FROM snapshots WHERE key = ? AND name = ?'", "'SELECT world_id FROM snapshots WHERE key >= substr(?, 1, 1) AND name = ?'"],
  ['strangers', 'a snapshot is deleted under any key', 'store/sqlite/tables/snapshots.ts', "'DELETE FROM snapshots WHERE key = ? AND name = ?'", "'DELETE FROM snapshots WHERE key >= substr(?, 1, 1) AND name = ?'"],
  // Secrets.
  ['canaries', 'the help about a signature has the secret', 'control/webhooks/signature-help.ts', "'the webhookSecret of the business'", 'webhookSecret'],
  ['canaries', 'an overview has the secret', 'control/about/status.ts', '        version,\n        url,', '        version: `${version} ${settings.webhookSecret}`,\n        url,'],
  ['canaries', 'a webhook has the secret in a header', send, "'user-agent': userAgent,", "'user-agent': `${userAgent} ${business.settings.webhookSecret}`,"],
  ['canaries', 'an export has the secret without being asked', 'control/worlds/worlds.ts', 'settings: withSecrets ? record.settings : settings', 'settings: record.settings'],
  ['canaries', 'the list of calls has the token', 'control/requests/redact.ts', 'secret|token|', 'secret|'],
  ['canaries', 'the list of calls has live keys of addresses', 'control/requests/redact.ts', 'url.search(liveKey) < 0 ? withoutLiveKeys(plain) : withoutLiveKeys(url)', 'url'],
  ['canaries', 'a refusal names the token', 'http/refuse-strangers.ts', "return { why: 'no-token' }", "return { why: 'origin-not-allowed', origin: token }"],
  ['canaries', 'a status query has the secret', 'flows/payments/find.ts', 'body: presentFinal(found, store.business(key).settings)', 'body: { ...presentFinal(found, store.business(key).settings), secret: store.business(key).settings.webhookSecret }'],
  // Input.
  ['input', 'an address that no program can decode is a fault', 'control/requests/redact.ts', 'return decodeURIComponent(url)\n  } catch {', 'return decodeURIComponent(url)\n  } catch (cause) {\n    throw cause'],
  ['input', 'an answer has a text in place of a number', 'control/requests/requests.ts', 'durationMs: Math.round(durationMs)', 'durationMs: String(durationMs) as never'],
  ['input', 'a number that is none is a fault', 'control/transactions/phones.ts', "throw invalid('number',", 'throw new Error(number); invalid(number,'],
  ['worlds', 'a transaction of an import needs no account', 'world-file/check-world.ts', "if (flowHas(flow, 'account') !== (virtualAccount !== null)) return", "if (flow === ('' as never)) return"],
  ['worlds', 'a refusal of an import names no line', 'world-file/lines.ts', "throw new UnusableWorld(number, problems.join('; '))", "throw new UnusableWorld(null, problems.join('; '))"],
  // What stands on the disk.
  ['kills', 'a setting that was changed is not stored', 'store/sqlite/tables/businesses.ts', 'setSettings.run(JSON.stringify(settings), id)', "setSettings.run('{}', id)"],
  ['kills', 'a start does not take up work that was due', 'store/sqlite/reads.ts', 'keysWithJobs: () => reading(jobs.keys)', 'keysWithJobs: () => []'],
  ['writes', 'an answer comes before its commit', turn, 'return () => resolve(result)', 'resolve(result)\n          return () => {}'],
  ['writes', 'the journal is in memory', database, "'journal_mode = WAL'", "'journal_mode = MEMORY'"],
  ['power', 'the disk is never waited for', database, "durable ? 'FULL' : 'NORMAL'", "'OFF'"],
  ['power', '--durable waits for the disk as little as without it', database, "durable ? 'FULL' : 'NORMAL'", "'NORMAL'"],
  // The turn of the event loop.
  ['holds', 'a list takes 300 ms', 'control/transactions/transactions.ts', 'const found = store', 'for (const end = Date.now() + 300; Date.now() < end; );\n    const found = store'],
  ['holds', 'a report is made in one turn', 'report/pausing.ts', 'monotonicMs() - begun < ms', 'monotonicMs() - begun < 1000 * ms'],
]

export const mutants: readonly Mutant[] = rows.map(([bar, name, file, find, replace]) => ({
  bar,
  name,
  file,
  find,
  replace,
}))
