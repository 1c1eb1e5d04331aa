import { expect, test } from 'vitest'
import { monotonicMs } from '../../src/time.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { openWire, requestText } from '../support/wire.ts'

/** A little less than a closing sandbox gives replies under way. */
const graceMs = 2500
const live = requestText('GET /_sandbox/health/live')

test('idle connections do not hold up the closing', async () => {
  const sandbox = await openSandbox()
  const wires = await Promise.all(Array.from({ length: 5 }, () => openWire(sandbox.port)))
  for (const wire of wires) {
    wire.write(live)
    await wire.answer()
  }
  const started = monotonicMs()
  await sandbox.close()
  expect(monotonicMs() - started).toBeLessThan(graceMs)
  await Promise.all(wires.map((wire) => wire.closed))
})

test('a call that has come on an idle connection when the sandbox closes is answered', async () => {
  const sandbox = await openSandbox()
  const [used, fresh] = [await openWire(sandbox.port), await openWire(sandbox.port)]
  used.write(live)
  await used.answer()
  for (const wire of [used, fresh]) wire.write(live)
  await sandbox.close()
  for (const wire of [used, fresh]) expect((await wire.answer()).status).toBe(200)
})
