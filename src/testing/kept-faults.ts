/** What went wrong inside the sandbox during a test run, kept until it can be thrown. */
export interface KeptFaults {
  keep(message: string, cause: unknown): void
  /** Throws when there are any. */
  throwAny(): void
}

/**
 * Keeps the sandbox's own faults for `stop()`, which fails with them: thrown where they happen they would be uncaught, and
 * end the whole test process instead of failing a test.
 */
export function keepFaults(): KeptFaults {
  const faults: Error[] = []
  return {
    keep: (message, cause) => void faults.push(new Error(`${message}: ${textOf(cause)}`, { cause })),
    throwAny() {
      const [first, ...others] = faults.splice(0)
      if (first === undefined) return
      if (others.length > 0) first.message += `\n  and ${others.map(({ message }) => message).join('\n  and ')}`
      throw first
    },
  }
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
