import { type BodyFault, bodyFaultOf } from '../../src/domain/body-faults.ts'
import { parseDuration } from '../../src/domain/duration.ts'

export interface ForecastLine {
  readonly after: string
  readonly event: string
}

/** When the merchant's part of a scenario came, in milliseconds from creation; null: it did not. */
export interface Anchors {
  readonly otp: number | null
  readonly wrongOtp: number | null
  readonly final: number | null
  /** The last status query, which is as many as the scenario waits for. */
  readonly queried: number | null
}

/** The forecast as moments from creation, once it is known what the merchant did; the reply is left out. */
export function forecastLines(timeline: readonly ForecastLine[], anchors: Anchors): readonly string[] {
  return timeline
    .filter(({ event }) => !event.startsWith('the create call '))
    .flatMap(({ after, event }) => {
      if (event.endsWith(', unless the OTP was accepted') && (anchors.otp ?? anchors.wrongOtp) !== null) return []
      const at = momentOf(after, anchors)
      return at === null ? [] : [`${at} ${plainWords(event)}`]
    })
    .toSorted()
}

/** What a line counts from, by how its `after` ends. */
const endings: readonly (readonly [RegExp, keyof Anchors])[] = [
  [/ after the OTP$/, 'otp'],
  [/ after the final status$/, 'final'],
  [/ after status query \d of the final status$/, 'queried'],
]

function momentOf(after: string, anchors: Anchors): number | null {
  if (after === 'never') return null
  if (after.startsWith('at wrong OTP ')) return anchors.wrongOtp
  const [ending, anchor] = endings.find(([form]) => form.test(after)) ?? []
  if (ending === undefined || anchor === undefined) return parseDuration(after)
  const since = anchors[anchor]
  return since === null ? null : since + parseDuration(after.replace(ending, ''))
}

/** Without what only matters to attempts that fail, which do not here. */
function plainWords(event: string): string {
  return event
    .replace(/; unless answered 2xx .*|; not repeated$/, '')
    .replace(', unless the OTP was accepted', '')
    .replace(/^no webhook: .*/, 'no webhook')
    .replace(/: held until .*/, ': held until')
    .replace(/, signature (corrupt|wrong-key)/, ', signed wrongly')
    .replace(/, body ([\w-]+)/, (_, fault: BodyFault) => bodyWords(bodyFaultOf(fault)))
}

/** All that a merchant can see of a spoiled body. */
export function bodyWords({ readable, sound }: { readonly readable: boolean; readonly sound: boolean }): string {
  if (!readable) return ', with a body that cannot be read'
  return sound ? '' : ', with another record'
}
