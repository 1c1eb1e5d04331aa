import type { Body } from '../../read/bodies.ts'
import type { DecisionKey } from '../decisions.ts'
import type { Observation } from '../observation.ts'

/** Compares which keys two bodies have, and in which order (D38). */
export function* compareShape(
  recorded: Body,
  own: Body,
  where: string,
  decision: DecisionKey | null = 'D38',
): Generator<Observation> {
  const [names, ownNames] = [Object.keys(recorded), Object.keys(own)]
  const unlike = [...names.filter((name) => !(name in own)), ...ownNames.filter((name) => !(name in recorded))]
  for (const name of unlike) {
    yield { decision, what: `${name} in ${where}`, recorded: recorded[name], own: own[name], isSame: false }
  }
  const order = names.filter((name) => name in own)
  const ownOrder = ownNames.filter((name) => name in recorded)
  const isSame = order.join() === ownOrder.join()
  if (isSame && unlike.length > 0) return
  const first = order.findIndex((name, index) => name !== ownOrder[index])
  const [some, ownSome] = [order, ownOrder].map((list) => list.slice(Math.max(0, first), first + 3).join(', '))
  yield { decision, what: `order of keys in ${where}`, recorded: some, own: ownSome, isSame }
}
