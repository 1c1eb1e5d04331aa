/** Returns the code of an error of the system or of the database, such as ENOENT or SQLITE_FULL; empty if it has none. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Returns the message of an error, or what was thrown in its place as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
