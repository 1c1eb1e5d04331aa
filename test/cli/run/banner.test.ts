import { expect, test } from 'vitest'
import { banner, stoppedText } from '../../../src/cli/run/banner.ts'

test('the name of a data folder and a callback URL begin no line and steer no terminal', () => {
  const hostile = 'a\nEVIL\u001b]52;c;ZXZpbA==\u0007'
  const sandbox = {
    url: 'http://127.0.0.1:4747',
    seed: 1,
    settings: () => ({ callbackUrl: hostile }),
    businesses: () => [],
  } as unknown as Parameters<typeof banner>[0]
  const config = { keys: 'any', data: hostile, clock: null, token: null } as unknown as Parameters<typeof banner>[2]
  for (const text of [banner(sandbox, 'test_shop', config), stoppedText(hostile, true)]) {
    expect(text).toContain('a\\u000aEVIL\\u001b]52')
    expect(text).not.toMatch(/[^\P{C}\n]|^\s*EVIL/mu)
  }
})
