import { cpSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import type { ConfigInput } from '../../src/config.ts'
import { openSandbox } from '../support/opened-sandbox.ts'
import { temporaryFolder } from '../support/opened-store.ts'

/** What the next life finds: the disk as it was when the process died, or an empty one. */
export type Death = 'keeps the disk' | 'loses the disk'

/** A sandbox without a port that can die at any moment: what it does afterwards is not on the disk of its next life. */
export async function mortalSandbox(config: Partial<ConfigInput>, death: Death | null) {
  let data = death === null ? ':memory:' : temporaryFolder()
  let image: string | null = null
  let now = await openSandbox({ ...config, data }, { listens: false })
  return {
    get now() {
      return now
    },
    get isDead() {
      return image !== null
    },
    die(): void {
      image = temporaryFolder()
      if (death === 'keeps the disk') cpSync(data, image, { recursive: true })
    },
    /** Ends what still runs of the dead one, then starts the next on what was on its disk. */
    async revive(betweenLives: () => Promise<void>): Promise<void> {
      const { faults } = now
      // It may fail while it ends, which no other life can see.
      onTestFinished(() => void faults.splice(0))
      await now.close()
      await betweenLives()
      data = image ?? data
      image = null
      now = await openSandbox({ ...config, data }, { listens: false })
    },
  }
}
