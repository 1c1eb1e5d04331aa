import type { Bar } from './bar.ts'
import { canaryBar } from './canary-bar.ts'
import { holdsBar } from './holds-bar.ts'
import { inputBar } from './input-bar.ts'
import { killsBar } from './kills-bar.ts'
import { modelBar } from './model-bar.ts'
import { powerBar } from './power-bar.ts'
import { seedsBar } from './seeds-bar.ts'
import { strangersBar } from './strangers-bar.ts'
import { worldBar } from './world-bar.ts'
import { writesBar } from './writes-bar.ts'

export const bars: Readonly<Record<string, Bar>> = {
  model: modelBar,
  seeds: seedsBar,
  strangers: strangersBar,
  input: inputBar,
  worlds: worldBar,
  canaries: canaryBar,
  holds: holdsBar,
  kills: killsBar,
  writes: writesBar,
  power: powerBar,
}
