import { type Flow, flows } from '../domain/transaction.ts'
import type { Scenario } from './scenario.ts'

/** The flow a story is shown in where nobody names one: the first that its match names and it fits, else the first it fits. */
export function usualFlow({ flows: fitting, match }: Scenario): Flow {
  return match?.flow?.find((flow) => fitting.includes(flow)) ?? fitting[0] ?? flows[0]
}
