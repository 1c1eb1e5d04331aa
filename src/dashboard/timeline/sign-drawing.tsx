import { iconPaths } from '../parts/icon-paths.ts'
import { StateShape } from '../parts/state-badge.tsx'
import { isStatus } from '../parts/words.ts'
import type { Placed } from './place-signs.ts'

/** In letters: more have no room beside the next sign. */
const titleLength = 15
const detailLength = 18

/** The width of a letter in pixels, about. */
const letter = 6.6
/** Narrower columns have no room for details. */
const detailGap = 80

export function SignDrawing({ sign, x, y, gap }: Placed & { readonly gap: number }) {
  const { icon, title, detail, tone, isAhead } = sign
  return (
    <g class={`sign tone-${tone}${isAhead ? ' sign-ahead' : ''}`} transform={`translate(${x} ${y})`}>
      <title>{[title, detail].filter(Boolean).join(': ')}</title>
      {isStatus(icon) ? (
        <g transform="translate(-11 -11) scale(1.571)">
          <circle cx="7" cy="7" r="8" fill="var(--surface)" />
          <StateShape status={icon} />
        </g>
      ) : (
        <>
          <circle class="sign-disc" r="13" />
          <path class="sign-icon" d={iconPaths[icon]} transform="translate(-8 -8) scale(.8)" />
        </>
      )}
      <text class="sign-title" y="29">
        {cut(title, Math.min(titleLength, Math.floor(gap / letter)))}
      </text>
      {(gap < detailGap ? [] : inLines(detail)).map((line, index) => (
        <text key={index} class="sign-detail" y={43 + 12 * index}>
          {line}
        </text>
      ))}
    </g>
  )
}

/** Breaks a text after a space, hyphen or underscore into the two lines below a sign. */
function inLines(text: string): readonly string[] {
  if (text.length <= detailLength) return [text]
  const [first = ''] = /^.{1,17}[ _-]/.exec(text) ?? [text.slice(0, detailLength)]
  return [first.trimEnd(), cut(text.slice(first.length), detailLength)]
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}
