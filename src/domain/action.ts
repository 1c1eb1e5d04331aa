/** What a user can do next, with what is needed for it. */
interface Doings {
  readonly approve: { readonly transaction: string }
  readonly expire: { readonly transaction: string }
  readonly explain: { readonly transaction: string }
  readonly fail: { readonly transaction: string }
  readonly pay: { readonly transaction: string }
  readonly 'show-prompts': unknown
  readonly 'wait-for-otp': { readonly number: string }
  readonly replay: { readonly webhook: string }
  readonly 'show-webhook': { readonly webhook: string }
  readonly advance: { readonly by: string }
  readonly resume: unknown
  readonly reset: unknown
  readonly drop: unknown
  readonly export: unknown
  readonly 'replace-world': unknown
  readonly seal: unknown
  readonly unseal: unknown
  readonly 'take-snapshot': unknown
  readonly 'delete-snapshot': unknown
  readonly 'set-wallet': { readonly currency: string }
  readonly 'list-scenarios': unknown
  readonly 'clear-queue': unknown
  readonly 'list-transactions': unknown
  readonly 'list-webhooks': unknown
  readonly 'report-all': unknown
  readonly watch: unknown
  readonly stop: unknown
  readonly 'choose-business': unknown
  readonly 'give-token': unknown
}

export type Doing = keyof Doings

/** Each client says it in its own way: as a call, a command, a tool or a link. */
export type Action<D extends Doing = Doing> = { readonly [One in D]: { readonly do: One } & Doings[One] }[D]

/** A sentence of advice. An action in it is put into words by each client; one that cannot do it leaves the sentence out. */
export type Advice = string | readonly (string | Action)[]
