/**
 * Repeats a round of calls until the sandbox no longer answers, and notes what it was doing then. What else goes wrong is
 * thrown.
 */
export async function untilDead(
  round: (doing: (what: string) => void) => Promise<void>,
  reach: (what: string) => void,
): Promise<void> {
  let now = ''
  try {
    for (;;) {
      await round((what) => {
        now = what
      })
    }
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (!['ECONNRESET', 'ECONNREFUSED', 'EPIPE', 'ECONNABORTED'].includes(code)) throw cause
    reach(`died during: ${now}`)
  }
}
