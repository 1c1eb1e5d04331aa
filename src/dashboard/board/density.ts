import { effect, signal } from '@preact/signals'
import { store, stored } from '../state/storage.ts'

/** True if a row of the list is one line. The choice stays in the browser. */
export const isCompact = signal(stored('density') === 'compact')

effect(() => store('density', isCompact.value ? 'compact' : 'normal'))
