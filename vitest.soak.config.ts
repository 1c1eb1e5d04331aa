import { defineConfig } from 'vitest/config'

/** `npm run soak`: what the tests do with 20 crashes and 2,000 overdue transactions, with 200 and 10,000. */
export default defineConfig({
  test: {
    include: ['test/journeys/crash-under-load.test.ts', 'test/journeys/overdue.test.ts'],
    env: { CRASHES: '200', OVERDUE: '10000' },
    pool: 'forks',
    // Each in its turn: they measure what they share the machine with.
    fileParallelism: false,
    testTimeout: 20_000,
  },
})
