import type { WriteStream } from 'node:tty'
import { styleText } from 'node:util'

/** Where text is shown: its width (null for any length) and its colours. */
export interface Screen {
  readonly columns: number | null
  readonly paint: Paint
}

/** The same without a width: text that the user asked to see in full is not cut. */
export function uncut(screen: Screen): Screen {
  return { ...screen, columns: null }
}

export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'magenta'

export type Paint = (style: Style, text: string) => string

/**
 * What a stream shows: a terminal has a width, and colours where it can show them (`NO_COLOR` and `FORCE_COLOR` count);
 * all else takes plain text.
 */
export function screenOf(stream: Pick<Partial<WriteStream>, 'isTTY' | 'hasColors' | 'columns'>): Screen {
  const hasColors = stream.isTTY === true && stream.hasColors?.() === true
  return {
    columns: (stream.isTTY && stream.columns) || null,
    paint: (style, text) => (hasColors ? styleText(style, text, { validateStream: false }) : text),
  }
}
