/** How much of the end of a command's output is kept, in bytes. */
const mostKept = 1_000_000

/** The end of what a command prints, which says why it fails: a program without an end prints more than memory holds. */
export function lastOutput(most = mostKept) {
  let kept = Buffer.alloc(0)
  let chunks: Buffer[] = []
  let bytes = 0
  const join = () => {
    kept = Buffer.concat([kept, ...chunks]).subarray(-most)
    chunks = []
    bytes = 0
  }
  return {
    add(chunk: Buffer): void {
      chunks.push(chunk)
      bytes += chunk.length
      // Seldom, so that a line costs the same after a million others.
      if (bytes > most || chunks.length > 10_000) join()
    },
    text(): string {
      join()
      return kept.toString()
    },
  }
}
