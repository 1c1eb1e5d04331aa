import { z } from 'zod'
import { fileSchema } from './language/file.ts'

/** The JSON Schema of scenario files, version 1, for editors. It covers their form, not which keys fit together. */
export function scenarioJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(fileSchema, { io: 'input' })
  return {
    $schema,
    title: 'payments-sandbox scenarios, version 1',
    description: 'Scenarios: what the customer, the network, the bank and the merchant do with a transaction.',
    ...schema,
  }
}
