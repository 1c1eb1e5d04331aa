import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Drawn } from '../parts/drawn.tsx'
import type { Markup } from '../parts/markup.ts'
import { sandboxNow } from '../state/sandbox-time.ts'
import { drawAxis, drawLanes, drawLife, drawNow, laneNames, ofNames, words } from './draw-picture.ts'
import { drawSign } from './draw-sign.ts'
import { type Picture, placeSigns } from './place-signs.ts'
import type { Sign } from './sign.ts'
import './timeline.css'

interface PictureProps {
  readonly signs: readonly Sign[]
  /** The index of the step that is shown beside the picture. */
  readonly selected?: number | null
  /** Makes the signs buttons, which open their steps. */
  readonly open?: (step: number) => void
  /** What the buttons do. */
  readonly verb?: string
  /** The zero of its time, the first sign by default. */
  readonly start?: number | null
}

/** Past and coming events from left to right, in a lane for each participant. The list of steps says the same in words. */
export function TimelinePicture(props: PictureProps) {
  const { signs, selected = null, open, verb = 'Show', start = signs[0]?.at ?? null } = props
  const frame = useRef<HTMLElement>(null)
  const past = useId()
  const width = useWidth(frame)
  const picture = placeSigns(signs, { left: ofNames, width: width.value })
  const happened = signs.filter(({ isAhead }) => !isAhead).length
  const seen = useRef(happened)
  useEffect(() => {
    // The picture opens at its beginning; later it shows what has just happened.
    const last = picture.placed[happened - 1]
    if (seen.current !== happened && last !== undefined) reveal(frame.current, last.x)
    seen.current = happened
  }, [happened])
  return (
    <div class="picture">
      <ul class="picture-names" aria-hidden="true">
        {picture.lanes.map(({ lane, y }) => (
          <li key={lane} style={{ top: `${y}px` }}>
            {laneNames[lane]}
          </li>
        ))}
      </ul>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={frame} class="picture-frame" aria-label="The timeline as a picture" tabIndex={0}>
        <svg aria-hidden="true" width={picture.width} height={picture.height} {...words}>
          <Drawn markup={drawLanes(picture)} />
          {happened > 0 && <Moving draw={(now) => drawLife(picture, now, past)} />}
          <Drawn markup={drawAxis(picture, start)} />
          <Moving draw={(now) => [drawNow(picture, now)]} />
          <Drawn markup={picture.placed.map((placed) => drawSign(placed, picture.gap))} />
        </svg>
        {open !== undefined && <SignButtons picture={picture} selected={selected} open={open} verb={verb} />}
      </section>
    </div>
  )
}

/** Drawn again as time goes on; the rest of the picture is not. */
function Moving({ draw }: { readonly draw: (now: number) => readonly Markup[] }) {
  return <Drawn markup={draw(sandboxNow.value)} />
}

interface ButtonsProps extends Required<Pick<PictureProps, 'selected' | 'open' | 'verb'>> {
  readonly picture: Picture
}

/** A button over each sign: the drawing is for the eyes alone. */
function SignButtons({ picture, selected, open, verb }: ButtonsProps) {
  return picture.placed.map(({ sign: { step, title, detail }, x, y }, index) => {
    if (step === undefined) return null
    return (
      <Button
        key={index}
        class="sign-button"
        style={{ left: `${x}px`, top: `${y}px` }}
        title={detail}
        aria-label={`${verb}: ${[title, detail].filter(Boolean).join(', ')}`}
        aria-pressed={step === selected}
        onClick={() => open(step)}
      />
    )
  })
}

/** Scrolls `x` to the middle, unless it is in sight. */
function reveal(frame: HTMLElement | null, x: number): void {
  if (frame === null) return
  const { scrollLeft, clientWidth } = frame
  const isInSight = x > scrollLeft + beside && x < scrollLeft + clientWidth - beside
  if (!isInSight) frame.scrollLeft = x - clientWidth / 2
}

/** Half the width of a sign and its words, in pixels. */
const beside = 48

function useWidth(element: RefObject<HTMLElement | null>): ReadonlySignal<number> {
  const width = useSignal(640)
  useLayoutEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      width.value = Math.floor(entry?.contentRect.width ?? 640)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return width
}
