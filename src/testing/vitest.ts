import { createRequire } from 'node:module'
import { test as base } from 'vitest'
import { type Business, type Receiver, type Sandbox, startSandbox } from './index.ts'
import { refuseOldVitest } from './refuse-old-vitest.ts'

export { type OwnServer, ownServer, type ServerContext } from './own-server.ts'

const { version } = createRequire(import.meta.url)('vitest/package.json') as { version: string }
refuseOldVitest(version)

/** The fixtures that a test can ask for by name. */
export interface Fixtures {
  /** A sandbox with a frozen clock, one for each test file; inside `exec` the sandbox of `exec`. */
  readonly sandbox: Sandbox
  /** A receiver of webhooks for this test. */
  readonly merchant: Receiver
  /** A business for this test; its webhooks go to `merchant`. */
  readonly shop: Business
}

/**
 * The `test` of vitest with a sandbox: `test('...', async ({ sandbox, shop, merchant }) => { ... })`. Only the fixtures that a
 * test asks for are started.
 */
export const test = base.extend<Fixtures>({
  sandbox: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern which fixtures this one needs.
    async ({}, use) => {
      const sandbox = await startSandbox({ clock: 'frozen' })
      await use(sandbox)
      await sandbox.stop()
    },
    { scope: 'file' },
  ],
  merchant: async ({ sandbox }, use) => use(await sandbox.receiver()),
  shop: async ({ sandbox, merchant }, use) => use(await sandbox.business({ callbackUrl: merchant.url })),
})
