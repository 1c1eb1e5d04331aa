import { closeSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'

const closing = '\n]}}\n'

/**
 * A HAR file to which each entry is one write, behind the entries before it and over the closing brackets. `kill -9` tears at
 * most the entry that is being written: the reader takes a torn last entry as the end.
 */
export class HarFile {
  readonly #path: string
  readonly #fd: number
  /** The byte of the closing brackets. */
  #end: number
  #count = 0

  /** Creates the file. Throws with the code EEXIST if there is one. */
  constructor(path: string, creator: { readonly name: string; readonly version: string }) {
    const head = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`
    this.#path = path
    this.#fd = openSync(path, 'wx')
    this.#end = Buffer.byteLength(head)
    writeSync(this.#fd, head + closing)
  }

  /** Appends an entry and returns its number. If it throws, the file is as before. */
  write(entry: string): number {
    const bytes = Buffer.from(`${this.#count === 0 ? '' : ','}\n${entry}${closing}`)
    if (writeSync(this.#fd, bytes, 0, bytes.length, this.#end) < bytes.length) {
      ftruncateSync(this.#fd, this.#end)
      writeSync(this.#fd, closing, this.#end)
      throw new Error('no space is left on the disk')
    }
    this.#end += bytes.length - closing.length
    return this.#count++
  }

  close(): void {
    closeSync(this.#fd)
  }

  remove(): void {
    this.close()
    rmSync(this.#path, { force: true })
  }
}
