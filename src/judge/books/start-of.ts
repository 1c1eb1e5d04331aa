/** The most that is read of an answer, in bytes. */
export const mostBytes = 1_000_000

/** The body of an answer. A longer one is read no further, and its connection ends. */
export async function startOf({ body }: Response): Promise<{ readonly text: string; readonly isCut: boolean }> {
  if (body === null) return { text: '', isCut: false }
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop ends the connection.
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > mostBytes) return { text: Buffer.concat(chunks).toString(), isCut: true }
    chunks.push(chunk)
  }
  return { text: Buffer.concat(chunks).toString(), isCut: false }
}

/** The opening of an answer, for messages. No word is cut in two: a part of a secret could not be recognised. */
export function openingOf(answer: string): string {
  const text = answer.trim()
  return text.length <= 200 ? text : text.slice(0, 200).replace(/[^\s"'<>{}[\],;&]*$/, '')
}
