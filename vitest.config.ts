import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Processes, not threads: better-sqlite3 is native code, and a test may send a signal or change folder.
    pool: 'forks',
    testTimeout: 20_000,
    hookTimeout: 20_000,
    teardownTimeout: 5_000,
    reporters: process.env.CI ? ['dot'] : ['default'],
  },
})
