import type { App } from '../http/app.ts'
import type { HttpOptions } from '../http/options.ts'

/** The app, loaded with the first call: with it Node loads its web requests, which takes longer than the rest of a start. */
export function loadedApp(options: HttpOptions): () => Promise<App> {
  let app: App | null = null
  return async () => {
    const { createApp } = await import('../http/app.ts')
    app ??= createApp(options)
    return app
  }
}
