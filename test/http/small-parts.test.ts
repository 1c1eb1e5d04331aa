import { expect, test } from 'vitest'
import { readBody } from '../../src/http/body/read-body.ts'

/** A call whose body comes a byte at a time. */
function call(bytes: number) {
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      if (sent === bytes) return controller.close()
      controller.enqueue(Buffer.from([sent++ % 251]))
    },
  })
  return { env: {}, req: { header: () => undefined, raw: { body } } } as never
}

test('the parts of a body that comes a byte at a time are joined, and none is kept apart', async () => {
  const whole = Buffer.from(Array.from({ length: 2500 }, (_, index) => index % 251))
  expect(await readBody(call(2500))).toEqual(whole)
  const refused = readBody(call(9000), 8000)
  await expect(refused).rejects.toMatchObject({ chunks: { length: 9 } })
})
