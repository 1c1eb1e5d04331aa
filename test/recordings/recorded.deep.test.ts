import fc from 'fast-check'
import { expect, test } from 'vitest'
import { settingsSchema } from '../../src/domain/settings.ts'
import { call } from '../support/call.ts'
import { compareFiles, differencesIn, settingsIn } from '../support/compared.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { nested, randomSettings } from '../support/random-settings.ts'
import { openRecorder } from '../support/recording-proxy.ts'
import { varied } from '../support/varied-calls.ts'

const numRuns = Number(process.env.COMPARE_RUNS ?? 3)
const timeout = 60_000 + numRuns * 30_000
const key = 'test_recorded'

/** Records the varied calls to a sandbox of these settings by `record`. Returns the path of the file. */
async function recorded(settings: Readonly<Record<string, unknown>>): Promise<string> {
  const sandbox = await openSandbox({ businesses: { default: settingsSchema.partial().parse(nested(settings)) } })
  const recorder = await openRecorder(sandbox.url)
  const control = async (method: string, path: string, body?: unknown) => {
    const answer = await call(sandbox.url, `/_sandbox${path}`, { method, key, body })
    expect(answer.status, answer.text).toBeLessThan(300)
    return answer
  }
  await varied({
    call: (method, path, body, headers = {}) => call(recorder.url, path, { method, key, body, headers }),
    control,
    async advance(by) {
      await control('POST', '/clock/advance', { by })
    },
    // The recording has real times, and the sandbox its own: retries and time-outs fit neither.
    answerWith() {},
    hook: `${recorder.hook}/hooks`,
  })
  await recorder.stop()
  return recorder.file
}

test('a recording by record is the same, and has exactly the plain settings of the sandbox', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(randomSettings, async ({ timeout: _none, ...settings }) => {
      const comparison = await compareFiles([await recorded(settings)])
      expect(settingsIn(comparison)).toEqual(settings)
      expect(comparison.unsettled.map(({ setting, values }) => [setting, ...values])).toEqual([])
      expect(differencesIn(comparison.settled)).toEqual([])
    }),
    { numRuns, endOnFailure: true },
  )
})
