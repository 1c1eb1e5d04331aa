import { defineConfig } from 'vitest/config'

/** `npm run proof`: the bars of test/proof in full. */
export default defineConfig({
  test: {
    include: ['test/proof/whole.proof.ts'],
    pool: 'forks',
    testTimeout: 1_200_000,
  },
})
