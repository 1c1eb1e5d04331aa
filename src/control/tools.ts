import type { RawBody } from '../contract/field.ts'
import type { JsonObject } from '../domain/json.ts'
import type { Settings } from '../domain/settings.ts'
import type { Intent } from '../domain/transaction.ts'
import type { Begin, BeginRequest } from '../engine/begin/begin.ts'
import type { Engine } from '../engine/schedule/engine.ts'
import type { ByHand } from '../engine/settle/act-by-hand.ts'
import type { MoneyChecked } from '../judge/verdict/reported.ts'
import type { Reporter } from '../report/reporter.ts'
import type { Drafts } from '../scenarios/drafts.ts'
import type { Diagnostic } from '../scenarios/files/diagnostic.ts'
import type { OwnFiles } from '../scenarios/own-files.ts'
import type { CompiledScenarios } from '../scenarios/select/select.ts'
import type { Store } from '../store/store.ts'
import type { Ending } from './about/ending.ts'
import type { PageFiles } from './about/page-file.ts'
import type { ReferenceDocument } from './about/reference-document.ts'
import type { FoundSchedule } from './report/found-view.ts'
import type { Journal } from './requests/journal.ts'

export interface ControlTools extends ByHand {
  readonly store: Store
  readonly journal: Journal
  readonly engine: Engine
  readonly begin: Begin
  readonly scenarios: (key: string) => CompiledScenarios
  readonly drafts: Drafts
  readonly ownFiles: OwnFiles
  /** Problems in the scenario files since they changed. */
  readonly scenarioProblems: () => readonly Diagnostic[]
  /** The intent of a create request, or the messages of broken rules, or null if the path is not a create call. */
  readonly readCreate: (path: string, body: RawBody, settings: Settings) => CreateRequest | readonly string[] | null
  readonly createCallOf: (intent: Intent) => { readonly path: string; readonly body: JsonObject }
  readonly about: () => SandboxInfo
  readonly ending: Ending
  readonly reporter: Reporter
  /** Compares the money of a business with the merchant's books; null if there is no probe. */
  readonly checkMoney: (key: string) => Promise<MoneyChecked> | null
  readonly found: () => Promise<readonly FoundSchedule[]>
  readonly metrics: () => Promise<string>
  readonly referenceDocument: ReferenceDocument
  readonly pageFiles: PageFiles
  /** Where the API writes backups; null without a data folder. */
  readonly backupFolder: string | null
  /** The token that /_sandbox demands, or null for none, and the port. */
  readonly access: { readonly token: string | null; readonly port: number }
}

/** A create request that keeps the field rules, and the business rules that judge it next. */
type CreateRequest = Pick<BeginRequest, 'intent' | 'admit'>

/** The answer of GET /_sandbox/info, without the number of businesses; and whether the sandbox is to stop. */
export interface SandboxInfo {
  readonly version: string
  readonly url: string
  readonly pid: number
  readonly seed: number
  readonly mode: Settings['mode']
  readonly limits: Readonly<Record<string, number>>
  readonly slots: string | null
  readonly isDraining: boolean
}
