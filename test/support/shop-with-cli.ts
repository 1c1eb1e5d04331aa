import type { SettingsInput } from '../../src/domain/settings.ts'
import { runInProcess } from './in-process.ts'
import type { OpenedSandbox } from './opened-sandbox.ts'

/** A business that no other test knows, and the command line that acts on it. */
export function shopWithCli(sandbox: OpenedSandbox, settings: Partial<SettingsInput> = {}) {
  const shop = sandbox.shop(settings)
  const cli = (...args: readonly string[]) => runInProcess([...args, '--url', sandbox.url, '--key', shop.key])
  return { shop, cli }
}
