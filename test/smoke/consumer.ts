// Compiled against the packed package, once as an ES module and once as CommonJS: the types must resolve in both.
import { startSandbox } from 'payments-sandbox/testing'

export async function url(): Promise<string> {
  const sandbox = await startSandbox({ seed: 1, clock: 'frozen' })
  const webhook: { readonly id: string } = await sandbox.business().webhook({ reference: 'order-1', status: 'FAILED' })
  await sandbox.stop()
  return `${sandbox.url}/${webhook.id}`
}
