import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/** Throws if a page of the built site leads to a file or a heading that is not there, or loads something of another host. */
export function checkSite(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const pages = files.filter((name) => name.endsWith('.html'))
  const problems = [
    ...pages.flatMap((page) => deadLinks(folder, page)),
    ...files.filter((name) => /\.(html|css)$/.test(name)).flatMap((name) => foreignParts(folder, name)),
  ]
  if (pages.length < 2) problems.push('the site has no pages')
  if (problems.length > 0) throw new Error(`The site is not right:\n${problems.join('\n')}`)
}

/** Links of a page to what the site does not have. */
function deadLinks(folder: string, page: string): string[] {
  const html = readFileSync(join(folder, page), 'utf8')
  const links = [...html.matchAll(/<a [^>]*?href="([^"]*)"/g)].flatMap(([, link = '']) =>
    /^\w+:/.test(link) ? [] : link,
  )
  return [...new Set(links)]
    .filter((link) => !leadsSomewhere(folder, page, link))
    .map((link) => `${page}: ${link} is dead`)
}

function leadsSomewhere(folder: string, page: string, link: string): boolean {
  const [path = '', anchor = ''] = link.split('#')
  const named = path.startsWith('/') ? path.slice(1) : join(dirname(page), path)
  const file =
    path === '' ? join(folder, page) : join(folder, named.endsWith('/') || named === '' ? `${named}index.html` : named)
  if (!existsSync(file)) return false
  return anchor === '' || readFileSync(file, 'utf8').includes(` id="${decodeURIComponent(anchor)}"`)
}

/** What a page or a style sheet would load from another host. */
function foreignParts(folder: string, name: string): string[] {
  const text = readFileSync(join(folder, name), 'utf8')
  const loaded = /(?:<(?!a )[a-z]+ [^>]*?(?:href|src|srcset)=["']|url\(["']?|@import ["'])(?:https?:)?(\/\/[^"')\s]+)/g
  return [...text.matchAll(loaded)].map(([, address]) => `${relative('.', name)}: loads ${address}`)
}
