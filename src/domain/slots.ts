import { crc32 } from 'node:zlib'
import { type FactsBelow, Refused } from './refused.ts'

/** Number of slots that keys are divided into (a shared sandbox of several processes). */
const slotCount = 1024

/** The slot of a key: `crc32(key) mod 1024`, equal to HAProxy's `crc32,mod(1024)`. */
export function slotOf(key: string): number {
  return crc32(key) % slotCount
}

/** The slots of a list such as `0-204,300`. Throws a `SlotsProblem`. */
export function slotsIn(list: string): ReadonlySet<number> {
  const slots = new Set<number>()
  for (const part of list.split(',')) {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(part.trim()) ?? []
    if (first === undefined || last === undefined) {
      throw new SlotsProblem(`${JSON.stringify(part.trim())} is neither a slot nor a range of slots: write 0-204,300`)
    }
    if (Number(last) >= slotCount) throw new SlotsProblem(`${last} is over 1023, the last slot`)
    if (Number(last) < Number(first)) throw new SlotsProblem(`${part.trim()} ends before it begins`)
    for (let slot = Number(first); slot <= Number(last); slot++) {
      if (slots.has(slot)) throw new SlotsProblem(`slot ${slot} is there twice`)
      slots.add(slot)
    }
  }
  return slots
}

class SlotsProblem extends Error {}

export function slotsProblemIn(list: string): string | null {
  try {
    slotsIn(list)
    return null
  } catch (error) {
    if (error instanceof SlotsProblem) return error.message
    throw error
  }
}

/** The shortest list of some slots: `0-204,300`. */
export function slotsText(slots: ReadonlySet<number>): string {
  const sorted = [...slots].sort((one, other) => one - other)
  const starts = sorted.filter((slot) => !slots.has(slot - 1))
  return starts
    .map((start) => {
      let end = start
      while (slots.has(end + 1)) end++
      return start === end ? String(start) : `${start}-${end}`
    })
    .join(',')
}

/** Another process serves the slot of the call's key. Nothing was read or stored. */
export class OtherSlot extends Refused<FactsBelow<'other-slot'>> {
  constructor(slots: ReadonlySet<number>, key: string) {
    super({ why: 'other-slot', key, slot: slotOf(key), served: slotsText(slots) })
  }
}
