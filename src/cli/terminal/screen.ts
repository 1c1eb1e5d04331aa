import type { WriteStream } from 'node:tty'
import { type Paint, painterOf } from './paint.ts'

/** Where text is shown: how wide it is, null where lines may be of any length, and how to paint there. */
export interface Screen {
  readonly columns: number | null
  readonly paint: Paint
}

/** What a stream shows: a terminal has a width and perhaps colours, all else takes plain text. */
export function screenOf(stream: Pick<Partial<WriteStream>, 'isTTY' | 'hasColors' | 'columns'>): Screen {
  return { columns: (stream.isTTY && stream.columns) || null, paint: painterOf(stream) }
}
