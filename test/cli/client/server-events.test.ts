import { expect, test } from 'vitest'
import { readEvents } from '../../../src/cli/client/server-events.ts'
import type { SentEvent } from '../../../src/control-client/event-parser.ts'

async function read(text: string, size = 1000): Promise<readonly SentEvent[]> {
  const bytes = Buffer.from(text)
  async function* pieces() {
    for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
  }
  const events: SentEvent[] = []
  for await (const event of readEvents(pieces())) events.push(event)
  return events
}

test.each(['\u2028', '\u2029', '\u0085', '\u000b', '\u000c'])('a line goes on after %j', async (separator) => {
  const data = `{"reference":"a${separator}b"}`
  expect(await read(`id: 7\nevent: created\ndata: ${data}\n\n`)).toEqual([{ id: '7', event: 'created', data }])
})

test.each(['\n', '\r\n', '\r'])('lines may end with %j, wherever the bytes are cut', async (end) => {
  const text = [': hello', 'retry: 1000', 'id: 1', '', 'id:2', 'event: a', 'data: ä: b', '', 'data', '', ''].join(end)
  const expected = [{ id: '1' }, { id: '2', event: 'a', data: 'ä: b' }, { data: '' }]
  // Whether a CR at the very end is a whole end of a line, only what comes next would tell.
  const whole = end === '\r' ? `${text}:` : text
  for (const size of [1, 2, 3, 7, 1000]) expect(await read(whole, size)).toEqual(expected)
})

test('an event that breaks off is none', async () => {
  expect(await read('id: 1\ndata: a\n\nid: 2\ndata: b\n')).toEqual([{ id: '1', data: 'a' }])
})
