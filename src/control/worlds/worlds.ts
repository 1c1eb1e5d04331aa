import { z } from 'zod'
import { answerObject, namedAnswer, namedRequest } from '../../contract/named.ts'
import { packageVersion } from '../../package-root.ts'
import { refusal } from '../../words/errors.ts'
import { mostWorldBytes, recordsOf, worldPacker } from '../../world-file/file.ts'
import { type WorldRecord, worldFormat } from '../../world-file/records.ts'
import { clockView, presentClock } from '../clock/clock-view.ts'
import { controlEndpoint } from '../endpoint.ts'
import { flagQuery } from '../schema-parts.ts'
import { Seen } from './seen.ts'

export const exportWorld = controlEndpoint({
  route: 'GET /_sandbox/export',
  summary: 'This business as a file, for another sandbox',
  query: z.strictObject({
    secrets: flagQuery.describe(
      'true: with the setting webhookSecret; without it an import signs with the default of its key.',
    ),
  }),
  answer: namedAnswer('World', z.string().describe('Lines of JSON, packed with gzip: docs/reference/world-format.md.')),
  media: ['application/gzip'],
  async handle({ key, query: { secrets }, store, about }) {
    const packer = worldPacker()
    const { seed } = about()
    const write = (record: WorldRecord) => packer.write(completed(record, seed, secrets))
    await store.contents(key, write, packer.packed)
    const headers = { 'content-disposition': `attachment; filename="${key}.world.gz"` }
    return { body: null, file: { type: 'application/gzip', bytes: await packer.end() }, headers }
  },
})

function completed(record: WorldRecord, seed: number, withSecrets: boolean): WorldRecord {
  if (record.kind !== 'world') return record
  const { webhookSecret: _, ...settings } = record.settings
  return {
    ...record,
    format: worldFormat,
    version: packageVersion(),
    seed,
    settings: withSecrets ? record.settings : settings,
  }
}

const anyBytes = z.looseObject({}).describe('The file that GET /_sandbox/export answered, at most 64 MB.')

/** Gives the calling business the world of a file. The file is checked as a whole before anything is stored. */
export const importWorld = controlEndpoint({
  route: 'POST /_sandbox/import',
  summary: 'Give this business the world of a file',
  query: z.strictObject({
    replace: flagQuery.describe('true: what the business holds now is replaced; without it that is refused.'),
    run: flagQuery.describe(
      'true: its clock goes on as it was, and what is due runs. Without it the clock stands, and nothing happens until it is moved.',
    ),
  }),
  body: namedRequest('WorldFile', z.instanceof(Buffer), anyBytes),
  readsBytes: true,
  mostBytes: mostWorldBytes,
  answer: answerObject('ImportedWorld', 'What the business holds now.', {
    key: z.string(),
    from: z.string().describe('The key that the world was exported from.'),
    transactions: z.int(),
    webhooks: z.int(),
    pendingJobs: z.int(),
    clock: clockView,
    hosts: z
      .array(z.string())
      .describe('Where its webhooks go once its clock is moved: at most 100 hosts, with their ports.'),
    note: z
      .string()
      .nullable()
      .describe('What will not be as it would have been there; null under the same key, seed and scenarios.'),
  }),
  refuses: ['conflict'],
  async handle({ key, query: { replace, run }, body, store, engine, reporter, journal, about, scenarios }) {
    const here = scenarios(key).byName
    const seen = new Seen()
    const giving = (give: () => Promise<boolean>) => reporter.through(key, () => engine.replace(key, give))
    const isImported = await store.importWorld(key, noted(recordsOf(body), seen), {
      replaces: replace,
      runs: run,
      giving,
    })
    if (!isImported) {
      throw refusal({ why: 'holds-transactions', key })
    }
    journal.forget(key)
    const { from, seed, scenarios: named, ...contents } = seen.all()
    const notes = [noteOn({ key: from, seed }, key, about().seed), noteOnScenarios(named, here)]
    const note = notes.filter((one) => one !== null).join('; ') || null
    return { body: { key, from, ...contents, clock: presentClock(store, key), note } }
  },
})

async function* noted(file: AsyncIterable<readonly WorldRecord[]>, seen: Seen) {
  for await (const records of file) {
    for (const record of records) seen.see(record)
    yield records
  }
}

/** Differences to expect: ids and OTPs follow from the seed and the key. */
function noteOn({ key: from, seed }: { readonly key: string; readonly seed: number }, key: string, here: number) {
  const other = [
    ...(seed === here ? [] : [`seed ${seed}, and this sandbox has ${here}`]),
    ...(from === key ? [] : [`key ${from}, and this is ${key}`]),
  ]
  return other.length === 0
    ? null
    : `the world comes from ${other.join('; ')}: OTPs that wait, and the ids of what happens from now on, are others than there`
}

/** Queued scenarios that this sandbox lacks: create calls that should play them are refused. */
function noteOnScenarios(named: readonly string[], here: ReadonlyMap<string, unknown>): string | null {
  const missing = [...new Set(named)].filter((name) => !here.has(name))
  return missing.length === 0
    ? null
    : `the next create calls are to play what this sandbox lacks: ${missing.join(', ')}`
}
