import type { ZodType } from 'zod'
import type { Settings } from '../domain/settings.ts'

/** A body's schema by the settings of the business, made once for each. */
export function bodyUnder<Body>(make: (settings: Settings) => ZodType<Body>): (settings: Settings) => ZodType<Body> {
  const made = new WeakMap<Settings, ZodType<Body>>()
  return (settings) => {
    const schema = made.get(settings) ?? make(settings)
    made.set(settings, schema)
    return schema
  }
}
