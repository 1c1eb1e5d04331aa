import { definitionOf, type Flow } from '../../catalogue/flows.ts'

export interface CallNames {
  readonly reference: string
  readonly callbackURL: string
}

/** The create call that Start makes. */
export function sampleCall(flow: Flow, names: CallNames) {
  const { path, sample, body } = definitionOf(flow)
  return { path, body: body(sample, { reason: 'Tried from the page', ...names }) }
}
