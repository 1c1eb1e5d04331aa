import { expect, test } from 'vitest'
import { configSchema, startSandbox } from '../src/index.ts'

test.each([[], [{}], [{ port: 4747 }], [configSchema.parse({})]])(
  'startSandbox(%j) says what it takes',
  async (...given) => {
    await expect(Reflect.apply(startSandbox, null, given)).rejects.toThrow(
      'startSandbox() takes a whole config and a log: startSandbox(configSchema.parse({ port: 4747 }), log)',
    )
  },
)
