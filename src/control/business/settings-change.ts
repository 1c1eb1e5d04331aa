import { z } from 'zod'
import { asWritten, type SettingsChange } from '../../domain/declared-settings.ts'
import { settingsSchema } from '../../domain/settings.ts'

export const nullableSettings = z
  .strictObject(
    Object.fromEntries(Object.entries<z.ZodType>(settingsSchema.shape).map(([name, schema]) => [name, orNull(schema)])),
  )
  .describe('Any part of the settings. null gives one its default back, {} clears a map, another map is laid over.')

function orNull(schema: z.ZodType): z.ZodType {
  return schema.safeParse(null).success ? schema : schema.nullable().describe(schema.description ?? '')
}

export const settingsChange = asWritten<SettingsChange>(nullableSettings)
