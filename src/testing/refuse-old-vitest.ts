/** Throws if this vitest has no fixtures for a file, which came with 3.2. */
export function refuseOldVitest(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > 3 || (major === 3 && minor >= 2)) return
  throw new Error(
    `payments-sandbox/vitest needs vitest 3.2 or later and this is ${version}: update vitest, or call startSandbox() of payments-sandbox/testing in beforeAll()`,
  )
}
