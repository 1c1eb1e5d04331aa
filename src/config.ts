import { z } from 'zod'
import { type CurrencyCode, currencyCodes } from './catalogue/currencies.ts'
import { timeProblem } from './domain/clock.ts'
import { declaredSettings } from './domain/declared-settings.ts'
import { inputError, type Problem, pathText, problemsOf as problemsIn } from './domain/input-error.ts'
import { accessToken, keyForm, testKey, tokenProblem } from './domain/keys.ts'
import { durationSetting, textWithout } from './domain/setting-fields.ts'
import { settingsSchema } from './domain/settings.ts'
import { slotsProblemIn } from './domain/slots.ts'
import { probeSchema } from './judge/books/probe-schema.ts'
import { printable } from './text.ts'

const businessKey = z.string().refine((text) => text === 'default' || testKey.test(text), {
  error: `is neither "default" nor a key: a key is ${keyForm}`,
})
const wholeNumber = () => z.int({ error: 'is not a whole number' })
const upTo1000 = () => wholeNumber().min(1, 'is below 1').max(1000, 'is above 1000')
const quota = () => wholeNumber().min(1, 'is below 1').nullable().default(null)
const noHostName = 'is not a host name: write one without scheme and port, such as sandbox or *.svc.cluster.local'
const noClock = 'is neither real, frozen nor an ISO 8601 time such as 2026-01-31T12:00:00Z'
const clock = z
  .union([z.enum(['real', 'frozen']), z.iso.datetime({ offset: true, error: noClock })], { error: noClock })
  .superRefine((value, context) => {
    const message = value === 'real' || value === 'frozen' ? null : timeProblem(Date.parse(value))
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

/**
 * Every setting of a sandbox: the config file's keys are these names, flags are their kebab-case, environment variables
 * PAYMENTS_SANDBOX_ and their upper snake case.
 */
export const configSchema = z.strictObject({
  host: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe(
      'Address to listen on. 127.0.0.1 and localhost are ::1 too. One that other machines can reach needs a token',
    ),
  port: wholeNumber()
    .min(0, 'is below 0')
    .max(65_535, 'is above 65535')
    .default(4747)
    .describe('Port to listen on; 0 takes a free one'),
  allowHost: z
    .array(z.string().regex(/^(?:\[[\da-f:.]+\]|[\w.*-]+)$/i, noHostName))
    .default([])
    .describe(
      'Further Host names to answer to, such as the name of a container; `*` stands for one label, as in *.svc.cluster.local',
    ),
  token: z
    .string()
    .regex(accessToken, tokenProblem)
    .nullable()
    .default(null)
    .describe('Secret that callers of /_sandbox must send in the header x-sandbox-token'),
  data: z
    .string()
    .min(1)
    .default('.payments-sandbox')
    .describe('Folder that keeps the state; :memory: keeps it in memory only'),
  durable: z
    .boolean()
    .default(false)
    .describe('Wait for the disk at every commit: slower, but nothing is lost when the power fails'),
  backupTo: z
    .string()
    .min(1)
    .nullable()
    .default(null)
    .describe('Folder for backups through HTTP. Default: the folder backups of the data folder'),
  seed: wholeNumber()
    .min(0, 'is below 0')
    .nullable()
    .default(null)
    .describe('Seed of every id and number. Default: the one of the data folder, 1 for a new folder'),
  clock: clock
    .nullable()
    .default(null)
    .describe(
      'How time flows: real, frozen, or an ISO 8601 time to freeze at. Default: as stored, real for a new business',
    ),
  scenarios: z
    .array(z.string().min(1))
    .nullable()
    .default(null)
    .describe('Folder or files of your scenarios. Default: ./scenarios'),
  callbackUrl: settingsSchema.shape.callbackUrl.describe(
    'Where webhooks go when neither the request nor its business names an address',
  ),
  mode: settingsSchema.shape.mode
    .unwrap()
    .nullable()
    .default(null)
    .describe('With manual, a transaction without a chosen scenario waits until you act. Default: automatic'),
  keys: z
    .enum(['any', 'declared'])
    .default('any')
    .describe('Which keys are accepted: any test_ key, or only those declared under businesses (D2)'),
  callbackAllow: z
    .array(z.string().min(1))
    .default([])
    .describe('Hosts and networks that webhooks may reach while other machines can reach the sandbox'),
  inFlight: upTo1000()
    .default(64)
    .describe(
      'How many attempts of deliveries can be under way at once. A business without one always gets one more, and an attempt that hangs for half a second gives its place to other businesses',
    ),
  perOrigin: upTo1000().default(4).describe('How many attempts of one business can go to one origin at once'),
  maxBusinesses: quota().describe('How many businesses there can be. A further key gets 429. Default: any number'),
  maxTransactionsPerBusiness: quota().describe(
    'How many transactions a business keeps: the oldest final ones without pending webhooks are deleted, and without any a create call gets 429. Default: all',
  ),
  webhooksPerSecond: quota().describe(
    'How many webhooks of a business are sent in a second of real time; others wait. Default: as fast as they come',
  ),
  slots: textWithout(slotsProblemIn)
    .nullable()
    .default(null)
    .describe(
      'Slots of keys that this process serves, such as 0-204,300: a call with another key gets 421. Default: all',
    ),
  drain: durationSetting
    .default('0s')
    .describe(
      'How long SIGTERM lets calls go on, while /_sandbox/health/ready answers 503 so that a proxy sends no new ones',
    ),
  rates: z
    .partialRecord(
      z.enum(currencyCodes as [CurrencyCode, ...CurrencyCode[]]),
      z.number().positive({ error: 'is not above 0' }),
      { error: ({ input }) => (typeof input === 'string' ? whereRatesBelongs(input) : undefined) },
    )
    .default({})
    .describe('What one US dollar is worth in each currency (D29)'),
  probe: probeSchema
    .nullable()
    .default(null)
    .describe('How `exec` and `explore` (when the run is over) and `report` ask your books about money'),
  require: z
    .array(z.string().min(1))
    .default([])
    .describe('What the command of `exec` must meet: `situations`, or names of results, webhook faults or scenarios'),
  businesses: z
    .record(businessKey, declaredSettings)
    .default({})
    .describe('Settings per key; "default" is for every key'),
})

/** A business has a setting of the same name. */
function whereRatesBelongs(text: string): string {
  return `is a map of currencies here; as a setting of a business write it under businesses: { default: { rates: ${text} } }`
}

/** The complete configuration of a sandbox; `businesses` holds what was declared, not yet completed. */
export type Config = z.output<typeof configSchema>
export type ConfigInput = z.input<typeof configSchema>

/** A fault in a configuration: its place and its mend. The command line exits with 3. */
export class ConfigError extends Error {
  readonly problems: readonly (Problem | string)[]

  constructor(problems: ConfigError['problems']) {
    super(problems.map((problem) => printable(problemText(problem))).join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

export function problemText(problem: Problem | string): string {
  return typeof problem === 'string' ? problem : `${pathText(problem.path)}: ${problem.message}`
}

export function checkConfig(input: unknown) {
  return configSchema.safeParse(input, inputError)
}

/** A configuration from code, completed. Throws a `ConfigError` that says what is wrong and how to mend it. */
export function parseConfig(input: ConfigInput): Config {
  const checked = checkConfig(input)
  if (checked.success) return checked.data
  throw new ConfigError(configProblems(checked.error))
}

const onlyBusinesses = z.strictObject({ businesses: configSchema.shape.businesses })

/** Checks settings of businesses from code. Throws as `parseConfig` does. */
export function checkBusinesses(businesses: Config['businesses']): void {
  const { error } = onlyBusinesses.safeParse({ businesses }, inputError)
  if (error) throw new ConfigError(configProblems(error))
}

/** The problems of a configuration in words; for a setting of a business, where it belongs. */
export function configProblems(error: z.ZodError): Problem[] {
  return problemsIn(error, configSchema, 'setting').map((problem) => {
    const { path } = problem
    const [key] = path
    const isUnknown = path.length === 1 && !Object.hasOwn(configSchema.shape, String(key))
    const isOfBusiness = isUnknown && Object.hasOwn(settingsSchema.shape, String(key))
    if (!isOfBusiness) return problem
    const where = `businesses: { default: { ${String(key)}: ... } }`
    return { ...problem, message: `is a setting of a business; write it under ${where}` }
  })
}
