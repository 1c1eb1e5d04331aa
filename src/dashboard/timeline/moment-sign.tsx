import { iconPaths } from '../parts/icon-paths.ts'
import { StateShape } from '../parts/state-badge.tsx'
import { isStatus } from '../parts/words.ts'
import type { Placed } from './place-moments.ts'

/** More letters than this have no room beside the next moment. */
const titleLength = 15
const detailLength = 18

/** One moment in the picture: its sign, and under it what it is. */
export function MomentSign({ moment, x, y }: Placed) {
  const { sign, title, detail, tone, isAhead } = moment
  return (
    <g class={`sign sign-${tone}${isAhead ? ' sign-ahead' : ''}`} transform={`translate(${x} ${y})`}>
      <title>{[title, detail].filter(Boolean).join(': ')}</title>
      {isStatus(sign) ? (
        <g transform="translate(-11 -11) scale(1.571)" class={`shape-${sign.toLowerCase()}`}>
          <circle class="sign-ground" cx="7" cy="7" r="8" />
          <StateShape status={sign} />
        </g>
      ) : (
        <>
          <circle class="sign-disc" r="13" />
          <path class="sign-icon" d={iconPaths[sign]} transform="translate(-8 -8) scale(.8)" />
        </>
      )}
      <text class="sign-title" y="29">
        {cut(title, titleLength)}
      </text>
      <text class="sign-detail" y="43">
        {cut(detail, detailLength)}
      </text>
    </g>
  )
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`
}
