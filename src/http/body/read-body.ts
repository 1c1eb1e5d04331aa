import type { HttpContext } from '../http-env.ts'

/** The largest body that is read, in bytes (D9). */
export const maxBodyBytes = 1024 * 1024

/** The largest body of any endpoint, in bytes: the file of a world. */
export const mostBodyBytes = 64 * 1024 * 1024

/**
 * Reads a whole request body. Throws `BodyTooLarge` as soon as it is known to be one, by its length before it comes, and
 * `BodyCutOff` if its caller goes away.
 */
export async function readBody({ env, req }: HttpContext, mostBytes = maxBodyBytes): Promise<Buffer> {
  if (Number(req.header('content-length')) > mostBytes) throw new BodyTooLarge([])
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    // Neither ends with the loop: an answer and the rest of the body are still to come.
    const parts = env.incoming?.iterator({ destroyOnReturn: false }) ?? req.raw.body?.values({ preventCancel: true })
    for await (const part of parts ?? []) {
      chunks.push(Buffer.from(part))
      bytes += part.length
      if (bytes > mostBytes) break
    }
  } catch {
    throw new BodyCutOff(chunks)
  }
  if (bytes > mostBytes) throw new BodyTooLarge(chunks)
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

/** A body that was not read completely; `chunks` arrived. */
export class BodyUnfinished extends Error {
  readonly chunks: readonly Buffer[]

  constructor(chunks: readonly Buffer[]) {
    super()
    this.chunks = chunks
  }
}

/** A body over the limit; the rest is not read. */
export class BodyTooLarge extends BodyUnfinished {}

/** A body that ended early because its caller went away. */
export class BodyCutOff extends BodyUnfinished {}
