import { first } from './0001-first.ts'

/** Every step from an empty database to this version's, in order; `PRAGMA user_version` counts those applied. */
export const migrations: readonly string[] = [first]
