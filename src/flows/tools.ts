import type { Rates } from '../domain/rates.ts'
import type { Begin } from '../engine/begin/begin.ts'
import type { QueryStatus } from '../engine/settle/status-query.ts'
import type { SubmitOtp } from '../engine/settle/submit-otp.ts'
import type { Store } from '../store/store.ts'

export interface FlowTools {
  readonly begin: Begin
  readonly submitOtp: SubmitOtp
  readonly queryStatus: QueryStatus
  readonly store: Store
  readonly rates: Rates
  readonly seed: number
}
