import { computed, effect, signal } from '@preact/signals'
import { connection } from '../api/live.ts'
import type { Clock } from '../api/live-event.ts'
import { every, monotonicMs, wallMs } from './browser-time.ts'
import { session } from './business.ts'

/** The clock of the shown business; null until it is loaded. */
export const clock = signal<Clock | null>(null)
/** The business's time in milliseconds since 1970. It changes several times a second while the clock runs. */
export const sandboxNow = signal(0)

/** The time of the browser, as far as the distance from it is shown: it goes on while the clock is frozen. */
export const wallNow = signal(wallMs())

/** The business's today, `2026-11-22`; empty until its clock is loaded. */
export const sandboxDay = computed(() =>
  clock.value === null ? '' : new Date(sandboxNow.value).toISOString().slice(0, 10),
)

let receivedAt = 0

function setClock(shown: Clock): void {
  clock.value = shown
  receivedAt = monotonicMs()
  tick()
}

/** Real time beside a frozen clock is shown by the second. */
const wallMsFrozen = 1000

function tick(): void {
  const shown = clock.peek()
  const wall = wallMs()
  if (shown?.mode !== 'frozen' || wall - wallNow.peek() >= wallMsFrozen) wallNow.value = wall
  // Without the sandbox its time is unknown.
  if (shown === null || connection.peek() === 'lost') return
  const passed = shown.mode === 'frozen' ? 0 : (monotonicMs() - receivedAt) * shown.rate
  sandboxNow.value = Date.parse(shown.now) + passed
}

effect(() => {
  if (session.value === null) return
  clock.value = null
  const stop = session.value.live.on((events) => {
    for (const event of events) if (event.kind === 'clock') setClock(event.clock)
  })
  const stopTicking = every(100, tick)
  return () => {
    stop()
    stopTicking()
  }
})
