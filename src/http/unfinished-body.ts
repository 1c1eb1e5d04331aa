/** The largest body that is read, in bytes (D9). */
export const maxBodyBytes = 1024 * 1024

/** The largest body of any endpoint, in bytes: the file of a world. */
export const mostBodyBytes = 64 * 1024 * 1024

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
