import { type ReadonlySignal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { formatDuration } from '../parts/format.ts'
import { sandboxNow } from '../state/sandbox-time.ts'
import { type Picture, type Placed, placeOfNow, placeSigns } from './place-signs.ts'
import type { Sign } from './sign.ts'
import { SignDrawing } from './sign-drawing.tsx'
import './timeline.css'

/** A narrower picture has the names of its lanes above them, in pixels. The style sheet changes at the same width. */
const narrow = 640
const laneNames = { customer: 'Customer', transaction: 'Transaction', server: 'Your server' } as const

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
  const width = useWidth(frame)
  const picture = placeSigns(signs, { left: width.value < narrow ? 56 : 152, width: width.value })
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
        <svg aria-hidden="true" width={picture.width} height={picture.height}>
          {picture.lanes.map(({ lane, y }) => (
            <line key={lane} class="picture-lane" x1="0" x2="100%" y1={y} y2={y} />
          ))}
          {happened > 0 && <Life picture={picture} />}
          <Axis picture={picture} start={start} />
          <Now picture={picture} />
          {picture.placed.map((placed, index) => (
            <SignDrawing key={index} {...placed} gap={picture.gap} />
          ))}
        </svg>
        {open !== undefined && <SignButtons picture={picture} selected={selected} open={open} verb={verb} />}
      </section>
    </div>
  )
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

/** The transaction's lane: in the colour of each state while it lasted, dotted for the future and for each way to end. */
function Life({ picture }: { readonly picture: Picture }) {
  const past = useId()
  const y = picture.lanes.find(({ lane }) => lane === 'transaction')?.y ?? 0
  const all = picture.placed.filter(({ sign }) => sign.lane === 'transaction')
  const own = all.filter(({ sign, x }, index) => !sign.isAlternative && !isPassed(all[index + 1], x))
  const ahead = picture.placed.find(({ sign }) => sign.isAhead)
  const last = picture.placed.findLast(({ sign }) => !sign.isAhead)
  const now = placeOfNow(picture, sandboxNow.value) ?? (ahead ? Math.max(ahead.x - 84, last?.x ?? 0) : picture.width)
  const end = picture.columns.at(-1)?.x ?? 0
  return (
    <>
      <clipPath id={past}>
        <rect class="life-past" style={{ width: `${now}px` }} height={picture.height} />
      </clipPath>
      {own.map(({ sign, x }, index) => {
        const to = own[index + 1]?.x ?? Math.max(end, x) + 48
        return (
          <g key={x} class={`life is-${sign.icon.toLowerCase()}`}>
            <line class="life-ahead" x1={sign.isAhead ? x : Math.min(Math.max(x, now), to)} x2={to} y1={y} y2={y} />
            {!sign.isAhead && (
              <g clip-path={`url(#${past})`}>
                <line x1={x} x2={to} y1={y} y2={y} />
              </g>
            )}
          </g>
        )
      })}
      {all
        .filter(({ sign }) => sign.isAlternative)
        .map(({ x, y: end }) => {
          const from = (own.findLast((one) => one.x < x)?.x ?? x - 92) + 18
          return (
            <path
              key={end}
              class="life-branch"
              d={`M${from} ${y}C${from + 40} ${y} ${from} ${end} ${from + 56} ${end}H${x - 18}`}
            />
          )
        })}
    </>
  )
}

/** True if another state followed in the same moment. */
function isPassed(next: Placed | undefined, x: number): boolean {
  return next !== undefined && next.x === x && !next.sign.isAlternative
}

/** The room of a time below the picture, in pixels. */
const timeWidth = 72

function Axis({ picture, start }: { readonly picture: Picture; readonly start: number | null }) {
  const every = Math.ceil(timeWidth / picture.gap)
  return picture.columns.map(({ x, at }, index) => {
    if (at === null || start === null || index % every !== 0) return null
    return (
      <g key={x}>
        <line class="picture-tick" x1={x} x2={x} y1={picture.height - 34} y2={picture.height - 28} />
        <text class="number" x={x} y={picture.height - 14}>
          {at === start ? '0 s' : `+${formatDuration(at - start)}`}
        </text>
      </g>
    )
  })
}

/** Moves along the axis with time, and stays hidden at the end once nothing is to come. */
function Now({ picture }: { readonly picture: Picture }) {
  const x = placeOfNow(picture, sandboxNow.value)
  const end = picture.columns.at(-1)?.x ?? 0
  return (
    <g class={`now${x === null ? ' now-over' : ''}`} style={{ transform: `translateX(${x ?? end}px)` }}>
      <line y1="14" y2={picture.height - 34} />
      <text y="11">now</text>
    </g>
  )
}
