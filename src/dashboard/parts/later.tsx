import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'
import { connection } from '../api/live.ts'
import { FailureNote, Loading } from './states.tsx'

/** A part of the page that is loaded when it is first shown, so that the first load is small. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const part = signal<{ readonly Part: ComponentType<P> } | 'loading' | 'failed'>('loading')
  const begin = async () => {
    part.value = await load().then(
      (Part) => ({ Part }),
      () => 'failed' as const,
    )
  }
  return (props) => {
    const isLost = connection.value === 'lost'
    useEffect(() => {
      if (typeof part.value === 'string') void begin()
    }, [isLost])
    if (part.value === 'loading') return <Loading lines={3} />
    if (part.value !== 'failed') return <part.value.Part {...props} />
    const hint = isLost ? 'the sandbox does not answer' : 'reload the page if the sandbox was updated'
    return <FailureNote failure={{ message: 'This part of the page did not load', hint }} retry={() => void begin()} />
  }
}
