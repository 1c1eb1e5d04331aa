import { expect, test } from 'vitest'
import { checkSite } from '../docs/.vitepress/check-site.ts'
import { folderWith } from './support/cli.ts'

function problemsOf(files: Readonly<Record<string, string>>): string {
  try {
    checkSite(folderWith(files))
    return ''
  } catch (cause) {
    return String(cause)
  }
}

const start =
  '<h1 id="start">Start</h1><a href="/guide/time.html#to-freeze">time</a> <a href="https://elsewhere.example">out</a>'
const time = '<h2 id="to-freeze">To freeze</h2><a class="x" href="/">back</a> <a href="../index.html#start">start</a>'

test('a site whose links lead to its own files and headings is right', () => {
  expect(
    problemsOf({ 'index.html': start, 'guide/time.html': time, 'style.css': 'a { background: url(/a.png) }' }),
  ).toBe('')
})

test('dead links, and what comes from another host, are named with their page', () => {
  const problems = problemsOf({
    'index.html': `${start}<a href="/cli.html">gone</a><a href="#nowhere">gone</a><img src="//img.example/a.png">`,
    'guide/time.html': '<script type="module" src="https://cdn.example/a.js"></script>',
    'style.css': '@font-face { src: url("https://fonts.example/a.woff2") }',
  })
  expect(problems).toContain('index.html: /guide/time.html#to-freeze is dead')
  expect(problems).toContain('index.html: /cli.html is dead')
  expect(problems).toContain('index.html: #nowhere is dead')
  for (const address of ['//img.example/a.png', '//cdn.example/a.js', '//fonts.example/a.woff2'])
    expect(problems).toContain(`loads ${address}`)
})
