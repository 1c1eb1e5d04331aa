import { Command } from 'commander'
import { z } from 'zod'
import { variableOf } from '../../src/cli/settings/resolve-config.ts'
import { addSettingOptions } from '../../src/cli/settings/setting-options.ts'
import { configSchema } from '../../src/config.ts'
import { settingsSchema } from '../../src/domain/settings.ts'
import { code, page, sentence, table } from './markdown.ts'
import { type Schema, valueText } from './value-text.ts'

export function settingsPage(): string {
  const ofSandbox = propertiesOf(configSchema.omit({ businesses: true }))
  const sandboxRows = Object.entries(ofSandbox).map(([name, schema]) => [
    [code(name), ...flagOf(name), code(variableOf(name))].join('<br>'),
    ...cellsOf(schema),
  ])
  const businessRows = Object.entries(propertiesOf(settingsSchema)).map(([name, schema]) => [
    code(name),
    ...cellsOf(schema),
  ])
  return page(
    'Settings',
    `The config file is \`payments-sandbox.config.yaml\` in the folder where you start the sandbox, or the file of \`--config\`.
\`payments-sandbox config --show\` prints every setting, its value and where it comes from.`,
    '## Settings of the sandbox',
    `Each can be a flag of \`start\`, an environment variable or a key of the config file. A flag goes before a variable, a variable
before the file. In a variable, write a list with commas. An unknown key or variable is an error. Settings without a flag
have only the other two.`,
    table(['setting', 'value', 'default', 'what it does'], sandboxRows),
    '## Settings of a business',
    `They stand in the config file under \`businesses\`, by API key; \`default\` is for every key:`,
    `\`\`\`yaml
callbackAllow: []
businesses:
  default: { callbackUrl: "http://localhost:3000/webhooks" }
  test_shop: { bearFee: business, retry: [1s, 5s], partialPayments: hold }
  test_small: { rateLimit: { requests: 10, per: 1s }, limits: { mobile-money: { "*": { GHS: { min: 1, max: 5000 } } } } }
\`\`\``,
    `\`PATCH /_sandbox/business\` changes them while the sandbox runs. Such a change goes before the file, survives a restart, and
ends with a reset. There \`null\` gives a setting the default of this table back, and \`{}\` clears a map; any other map is laid over
the one before. In the file, the map of a key is merged over the map of \`default\`, and \`{}\` clears it. In tests, give them to [\`sandbox.business()\`](test-library.md).`,
    table(['setting', 'value', 'default', 'what it does'], businessRows),
    'A duration is text such as `500ms`, `90s`, `1m30s`, `2h` or `7d`. `D36` and the like are decisions: [fidelity](../fidelity.md).',
  )
}

function propertiesOf(schema: z.ZodType): Readonly<Record<string, Schema>> {
  const { properties }: Schema = JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input' })))
  return properties ?? {}
}

const flags = addSettingOptions(new Command()).options

function flagOf(name: string): readonly string[] {
  return flags.filter((option) => option.attributeName() === name).map((option) => code(option.flags))
}

function cellsOf(schema: Schema): readonly string[] {
  const { description = '' } = schema
  return [valueText(schema), code(defaultText(schema.default)), sentence(description)]
}

function defaultText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
