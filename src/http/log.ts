/** What the sandbox has to say while it runs. */
export interface Log {
  fault(message: string, cause: unknown): void
  hint(message: string): void
  /** Input of the user's that was not taken: logged even where no hints are wanted. */
  problem(message: string): void
}
