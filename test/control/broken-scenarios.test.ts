import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runInProcess } from '../support/in-process.ts'
import { openShop, start } from '../support/shop.ts'
import { started } from '../support/started-sandbox.ts'
import { until } from '../support/until.ts'

test('a scenario file that breaks is seen where people look, and its last good version plays', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'scenarios-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'own.yaml')
  await writeFile(file, 'version: 1\nscenarios: { monday: { outcome: approved } }\n')
  const sandbox = await started({ clock: start, scenarios: folder })
  const shop = await openShop(sandbox)
  const problems = async () => (await shop.get('/_sandbox/scenarios')).body.problems
  const ready = async () => (await shop.get('/_sandbox/health/ready')).body
  expect([await problems(), await ready()]).toEqual([[], { status: 'ok' }])
  await writeFile(file, 'version: 1\nscenarios:\n  monday: { outcome: approved }\n  friday: { outcome: aproved }\n')
  const found = await until('problems', async () => ((await problems()).length > 0 ? problems() : undefined))
  const [{ message }] = found
  expect(message).toMatch(/^scenarios\.friday\.outcome: .*approved/)
  expect(found).toEqual([{ message, file, line: 4, column: 22 }])
  expect((await shop.get('/_sandbox/status')).body.scenarioProblems).toEqual(found)
  const problem = `${file}:4:22 ${message}; until it is right, the last good version of the files plays`
  expect(await ready()).toEqual({ status: 'ok', warning: problem })
  expect((await shop.post('/_sandbox/scenarios/queue', { use: 'friday' })).body.error).toMatchObject({
    message: 'There is no scenario friday',
    hint: problem,
  })
  expect((await shop.post('/_sandbox/scenarios/queue', { use: 'monday' })).status).toBe(200)
  const run = (...args: readonly string[]) => runInProcess([...args, '--url', sandbox.url, '--key', shop.apiKey])
  const words = (text: string) => text.replaceAll(/\s+/g, ' ')
  expect(words((await run('status')).stdout)).toContain(`broken file ${file}:4:22 ${message}; the last good version`)
  expect((await run('health')).stdout).toBe(`ok: ${sandbox.url} is ready\nwarning: ${problem}\n`)
  const refused = await run('use', 'friday')
  expect(refused.code).not.toBe(0)
  expect(words(refused.stderr)).toContain(problem)
  await writeFile(file, 'version: 1\nscenarios: { friday: { outcome: approved } }\n')
  await until('no problems', async () => ((await problems()).length === 0 ? true : undefined))
  expect([await ready(), (await shop.get('/_sandbox/status')).body.scenarioProblems]).toEqual([{ status: 'ok' }, []])
})
