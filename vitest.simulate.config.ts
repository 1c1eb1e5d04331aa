import { defineConfig } from 'vitest/config'

/** `npm run simulate`: what the tests do with 500 or 200 seeds, with 10,000; it tells how often each rare state was reached. */
export default defineConfig({
  test: {
    include: [
      'test/simulation/simulation.deep.test.ts',
      'test/judge/rules/shops.test.ts',
      'test/judge/explore/thousand-runs.deep.test.ts',
      'test/explain/*.deep.test.ts',
      'test/compare/*.deep.test.ts',
    ],
    env: {
      SIMULATE_SEEDS: '10000',
      SIMULATE_TELL: 'yes',
      EXPLORE_RUNS: '1000',
      FORECASTS: '200',
      LIVES: '1000',
      COMPARE_RUNS: '50',
      ...process.env,
    },
    pool: 'forks',
    testTimeout: 60_000,
  },
})
