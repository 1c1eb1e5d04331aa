import { defineConfig } from 'vitest/config'

/** `npm run soak`: what the tests do with 20 crashes, with 200. */
export default defineConfig({
  test: {
    include: ['test/journeys/crash-under-load.test.ts'],
    env: { CRASHES: '200' },
    pool: 'forks',
  },
})
