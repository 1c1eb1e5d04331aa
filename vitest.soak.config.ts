import { defineConfig } from 'vitest/config'

/** `npm run soak`: what the tests do with 2,000 overdue transactions, with 10,000; and what the page does with 1,200 transactions, with 10,000. */
export default defineConfig({
  test: {
    include: ['overdue', 'busy-page'].map((name) => `test/journeys/${name}.test.ts`),
    env: { OVERDUE: '10000', PAGE_ROWS: '10000', PAGE_LONGEST_MS: '100' },
    pool: 'forks',
    // Each in its turn: they measure what they share the machine with.
    fileParallelism: false,
    testTimeout: 20_000,
  },
})
