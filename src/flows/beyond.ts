import type { Basis } from '../contract/endpoint.ts'

/** The reads that the specification does not name (D29). */
export const beyond: Basis = {
  of: 'beyond',
  says: 'Beyond the specification: the path was seen in public client code, the rest is chosen (D29).',
}
