import { existsSync } from 'node:fs'

/** Loads a package of build/tools. Throws if the tools are not installed. */
export function loadTool(name) {
  if (!existsSync(new URL('node_modules', import.meta.url))) {
    throw new Error(
      `${name} is one of the tools of maintainers, which have a package of their own. Install them:\n  npm ci --prefix build/tools`,
    )
  }
  return import(name)
}
