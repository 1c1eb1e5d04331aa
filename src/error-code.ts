// Node's own errors are not instances of the `Error` in a test of jest, so neither function asks for the class.

/** Returns the code of an error of the system or of the database, such as ENOENT or SQLITE_FULL; empty if it has none. */
export function codeOf(error: unknown): string {
  const { code } = Object(error)
  return typeof code === 'string' ? code : ''
}

/** Returns the message of an error, or what was thrown in its place as text. */
export function messageOf(error: unknown): string {
  const { message } = Object(error)
  return typeof message === 'string' ? message : String(error)
}
