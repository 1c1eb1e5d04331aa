import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createEventParser } from '../../src/control-client/event-parser.ts'

test('events are read from any pieces of a stream, and ids of comments count', () => {
  const stream =
    ': connected\nretry: 1000\nid: 4\n\nid: 5\nevent: settled\ndata: {"a":": b"}\n\nevent: clock\ndata: {}\n\n'
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length)), (cuts) => {
      const eventsIn = createEventParser()
      const places = [0, ...cuts.toSorted((one, other) => one - other), stream.length]
      const events = places.flatMap((from, index) => eventsIn(stream.slice(from, places[index + 1])))
      expect(events).toEqual([
        { id: '4' },
        { id: '5', event: 'settled', data: '{"a":": b"}' },
        { event: 'clock', data: '{}' },
      ])
    }),
  )
})

test('an event that has not come to its end is none yet', () => {
  const eventsIn = createEventParser()
  expect(eventsIn('id: 7\nevent: settled\ndata: {}\n')).toEqual([])
  expect(eventsIn('\n')).toEqual([{ id: '7', event: 'settled', data: '{}' }])
})
