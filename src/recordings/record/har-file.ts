import {
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { codeOf } from '../../error-code.ts'

/** One of the two files that take turns. */
interface Copy {
  readonly fd: number
  /** The byte of its closing brackets. */
  end: number
}

const closing = '\n]}}\n'

/**
 * A HAR file that is whole at every moment, also after `kill -9`. That can tear a write that spans pages of memory, so
 * entries go into a hidden copy, which then takes the file's name; the file that had it becomes the hidden copy.
 */
export class HarFile {
  readonly #path: string
  #shown: Copy
  /** Null if the file system has no hard links, such as FAT: then the shown file is written to. */
  #hidden: Copy | null
  /** The number in the hidden copy's name. */
  #turn = 0
  #count = 0
  /** The entry that only the hidden copy lacks. */
  #last = ''

  /** Creates the file. Throws with the code EEXIST if there is one. */
  constructor(path: string, creator: { readonly name: string; readonly version: string }) {
    this.#path = path
    const head = `{"log":{"version":"1.2","creator":${JSON.stringify(creator)},"entries":[`
    const hidden = this.#hiddenPath(0)
    writeFileSync(hidden, head + closing)
    try {
      publish(hidden, path)
    } catch (cause) {
      rmSync(hidden, { force: true })
      throw cause
    }
    rmSync(hidden)
    writeFileSync(hidden, head + closing)
    const end = Buffer.byteLength(head)
    this.#shown = { fd: openSync(path, 'r+'), end }
    this.#hidden = { fd: openSync(hidden, 'r+'), end }
  }

  /** Appends an entry, which is in the file when this returns, and returns its number. If it throws, the file is as before. */
  write(entry: string): number {
    const text = `${this.#count === 0 ? '' : ','}\n${entry}`
    if (this.#hidden === null) this.#shown.end = append(this.#shown, text)
    else this.#swap({ fd: this.#hidden.fd, end: append(this.#hidden, this.#last + text) }, text)
    this.#last = text
    return this.#count++
  }

  close(): void {
    closeSync(this.#shown.fd)
    this.#dropHidden()
  }

  remove(): void {
    this.close()
    rmSync(this.#path, { force: true })
  }

  /** Gives the file's name to the hidden copy, to which `text` was written. */
  #swap(written: Copy, text: string): void {
    const found = statSync(this.#path, { throwIfNoEntry: false })
    if (found && found.ino !== fstatSync(this.#shown.fd).ino) throw new Error(`${this.#path} is now another file`)
    const other = this.#turn === 0 ? 1 : 0
    const isLinked = works(() => linkSync(this.#path, this.#hiddenPath(other)))
    if (works(() => renameSync(this.#hiddenPath(this.#turn), this.#path))) {
      this.#hidden = this.#shown
      this.#shown = written
      this.#turn = other
      if (isLinked) return
    } else this.#shown.end = append(this.#shown, text)
    this.#dropHidden()
  }

  #dropHidden(): void {
    if (this.#hidden !== null) closeSync(this.#hidden.fd)
    this.#hidden = null
    for (const turn of [0, 1]) rmSync(this.#hiddenPath(turn), { force: true })
  }

  #hiddenPath(turn: number): string {
    return `${this.#path}.${turn}.part`
  }
}

function publish(from: string, path: string): void {
  try {
    linkSync(from, path)
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') throw cause
    copyFileSync(from, path, constants.COPYFILE_EXCL)
  }
}

/** Writes a text over the closing brackets, with new ones behind it. Returns the byte of these. */
function append({ fd, end }: Copy, text: string): number {
  const bytes = Buffer.from(text + closing)
  if (writeSync(fd, bytes, 0, bytes.length, end) < bytes.length) {
    ftruncateSync(fd, end)
    writeSync(fd, closing, end)
    throw new Error('no space is left on the disk')
  }
  return end + bytes.length - closing.length
}

function works(act: () => void): boolean {
  try {
    act()
    return true
  } catch {
    return false
  }
}
