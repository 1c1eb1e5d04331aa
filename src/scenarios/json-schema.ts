import { z } from 'zod'
import { fileSchema, scenarioSchema } from './language/file.ts'
import { flowFitSchemas } from './language/flow-fit.ts'
import { contradictionSchemas } from './lint/contradictions.ts'

/** The JSON Schema of scenario files, version 1, which editors complete and check by. */
export function scenarioJsonSchema(): Readonly<Record<string, unknown>> {
  const { $schema, ...schema } = z.toJSONSchema(fileSchema, {
    io: 'input',
    // zod cannot tell how the keys of a story go together, so the rules that the loader asks are told beside it.
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === scenarioSchema)
        Object.assign(jsonSchema, { allOf: [...contradictionSchemas, ...flowFitSchemas] })
    },
  })
  return {
    $schema,
    title: 'payments-sandbox scenarios, version 1',
    description: 'Stories of transactions: what the customer, the network, the bank and the merchant do.',
    ...schema,
  }
}
