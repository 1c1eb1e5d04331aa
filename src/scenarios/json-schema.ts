import { z } from 'zod'
import { fileSchema, scenarioSchema } from './language/file.ts'
import { flowFitSchemas } from './language/flow-fit.ts'
import { contradictionSchemas } from './lint/contradictions.ts'

/** The JSON Schema of scenario files, version 1, which editors complete and check by. */
export function scenarioJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(fileSchema, {
    io: 'input',
    // zod cannot say how the keys of a scenario go together, so the loader's own rules are added.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === scenarioSchema)
        Object.assign(jsonSchema, { allOf: [...contradictionSchemas, ...flowFitSchemas] })
    },
  })
  return {
    $schema,
    title: 'payments-sandbox scenarios, version 1',
    description: 'Scenarios: what the customer, the network, the bank and the merchant do with a transaction.',
    ...schema,
  }
}
