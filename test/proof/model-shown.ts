export interface ShownRecord {
  readonly id: string
  readonly reference_business: string
  readonly status: string
  readonly amount: number | string
  readonly fee: number | string
  readonly created_at: string
  readonly updated_at: string
  readonly virtual_account?: { readonly account_number: string } | undefined
}

export interface ShownWallet {
  readonly currency: string
  readonly balance: number
  readonly ledger: readonly ShownMovement[]
}

export interface ShownMovement {
  readonly at: string
  readonly amount: number
  readonly opening: number
  readonly closing: number
  readonly reference: string | null
}

export interface ShownSteps {
  readonly steps: readonly { readonly kind: string; readonly state: string }[]
}

interface ShownWebhook {
  readonly id: string
  readonly body: ShownRecord
  readonly status: string
  readonly attempts: readonly {
    readonly number: number
    readonly at: string
    readonly response: { readonly status: number } | null
    readonly error: string | null
  }[]
}

/** What a record says, as the model says it. */
export function recordOf(record: ShownRecord): string {
  const { reference_business: reference, status, amount, fee, created_at: created, updated_at: updated } = record
  return `${reference} ${status} ${amount} ${fee} ${created} ${updated}`
}

/** Webhooks by the names that the model gives them. A death cuts an attempt: it is never finished. */
export function shownWebhooks(all: readonly ShownWebhook[]) {
  const copies = new Map<string, number>()
  const shown = all.map(({ id, body, status, attempts }) => {
    const says = recordOf(body)
    const copy = copies.get(says) ?? 0
    copies.set(says, copy + 1)
    const cut = attempts.filter(({ error }) => error === 'not finished').map(({ number }) => number)
    const answers = attempts.map(({ error, response, at }) =>
      error === 'not finished' ? 'cut' : `${response?.status ?? null} at ${at}`,
    )
    const hasGaps = attempts.some(({ number }, index) => number !== index + 1)
    return {
      name: `${says} #${copy}`,
      says,
      id,
      cut,
      said: `${says} #${copy} ${status} [${answers.map(String)}]`,
      hasGaps,
    }
  })
  return {
    ids: new Map(shown.map(({ name, id }) => [name, id])),
    said: shown.map(({ said }) => said),
    cuts: new Set(shown.flatMap(({ name, cut }) => cut.map((number) => `${name} ${number}`))),
    cutLines: shown.flatMap(({ says, cut }) => cut.map((number) => `${says} ${number}`)),
    withGaps: shown.filter(({ hasGaps }) => hasGaps).map(({ name }) => name),
  }
}
