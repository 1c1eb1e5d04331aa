import { expect, onTestFinished, test } from 'vitest'
import { commandEnvironment } from '../../../src/cli/child/command-environment.ts'

test('a command of exec and explore gets no token of another sandbox', () => {
  process.env.PAYMENTS_SANDBOX_TOKEN = 's3cret'
  onTestFinished(() => {
    delete process.env.PAYMENTS_SANDBOX_TOKEN
  })
  const own = { url: 'http://127.0.0.1:1', apiKey: 'test_shop', webhookSecret: 'test_shop' }
  const { PATH, ...handed } = commandEnvironment([])(own)
  expect(PATH).toBe(process.env.PATH)
  expect(handed).toMatchObject({ PAYMENTS_SANDBOX_API_KEY: 'test_shop' })
  expect(Object.values(handed)).not.toContain('s3cret')
})
