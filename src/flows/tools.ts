import type { Begin } from '../engine/begin.ts'
import type { Store } from '../store/store.ts'

/** What the handlers of the service's endpoints use. */
export interface FlowTools {
  readonly begin: Begin
  readonly store: Store
}
