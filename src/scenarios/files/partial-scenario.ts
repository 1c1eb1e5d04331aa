import { probablyMeant } from '../../domain/did-you-mean.ts'
import { doubted } from '../language/condition.ts'
import { expectSchema } from '../language/expect.ts'
import { otpMap, scenarioSchema, type WrittenScenario } from '../language/file.ts'
import { matchSchema } from '../language/match.ts'
import { respondSchema } from '../language/respond.ts'
import { webhookSchema } from '../language/webhook.ts'

/** As much of a scenario as can be read; of one whose form is right that is all. */
export interface Draft {
  /** The keys whose form is right. */
  readonly written: WrittenScenario
  /** Those, and `doubted` in the place of each key that is wrong, or that an unknown key may stand for. */
  readonly sketch: object
}

/** What can be read of a scenario whose form is wrong. */
export function draftOf(scenario: unknown): Draft {
  if (!isMap(scenario)) return { written: {}, sketch: {} }
  const { right, sketch } = sift(scenario, [])
  return { written: scenarioSchema.parse(right), sketch }
}

/** True for a draft whose match has no key that is wrong or missing by a slip. */
export function isWholeMatch({ sketch }: Draft): boolean {
  const match: unknown = Reflect.get(sketch, 'match')
  return isMap(match) && !Object.values(match).includes(doubted)
}

const ownKeys = Object.keys(scenarioSchema.shape)
/** The keys of the maps that a scenario holds: what is right in one of them counts although the map is not. */
const innerKeys: ReadonlyMap<string, readonly string[]> = new Map([
  ['match', Object.keys(matchSchema.shape)],
  ['outcome', ['failed']],
  ['otp', Object.keys(otpMap.shape)],
  ['respond', Object.keys(respondSchema.shape)],
  ['webhook', Object.keys(webhookSchema.shape)],
  ['expect', Object.keys(expectSchema.shape)],
])

type PlainMap = Readonly<Record<string, unknown>>

/** The keys of a scenario, or of the map at a path in it, that are right, and the sketch of all. */
function sift(map: PlainMap, path: readonly string[]): { readonly right: PlainMap; readonly sketch: PlainMap } {
  const [outer] = path
  const keys = (outer === undefined ? ownKeys : innerKeys.get(outer)) ?? []
  const right = new Map<string, unknown>()
  const sketch = new Map<string, unknown>(keysMeant(map, keys).map((key) => [key, doubted]))
  for (const key of keys.filter((known) => Object.hasOwn(map, known))) {
    const value = map[key]
    const whole = isRight([...path, key], value) ? { right: value, sketch: value } : null
    const inner = !whole && path.length === 0 && innerKeys.has(key) && isMap(value) ? sift(value, [key]) : null
    if (whole || (inner && Object.keys(inner.right).length > 0)) right.set(key, (whole ?? inner)?.right)
    sketch.set(key, (whole ?? inner)?.sketch ?? doubted)
  }
  return { right: Object.fromEntries(right), sketch: Object.fromEntries(sketch) }
}

/** The keys that the unknown ones of a map may stand for: the nearest, or any where none is near. */
function keysMeant(map: PlainMap, keys: readonly string[]): readonly string[] {
  const unknown = Object.keys(map).filter((key) => !keys.includes(key))
  return unknown.flatMap((key) => probablyMeant(key, keys) ?? keys)
}

/** True for a value that a scenario with nothing else may have at this path. */
function isRight(path: readonly string[], value: unknown): boolean {
  const scenario = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
  return scenarioSchema.safeParse(scenario).success
}

function isMap(value: unknown): value is PlainMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
