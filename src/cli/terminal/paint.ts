import type { WriteStream } from 'node:tty'
import { styleText } from 'node:util'

/** Colours and weights the command line uses. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan' | 'magenta'

/** Gives a text a style, or leaves it as it is. */
export type Paint = (style: Style, text: string) => string

/** Paints where the stream is a terminal that shows colour (`NO_COLOR` and `FORCE_COLOR` have their say); plain otherwise. */
export function painterOf(stream: Pick<Partial<WriteStream>, 'isTTY' | 'hasColors'>): Paint {
  const shows = stream.isTTY === true && stream.hasColors?.() === true
  return shows ? (style, text) => styleText(style, text, { validateStream: false }) : (_style, text) => text
}
