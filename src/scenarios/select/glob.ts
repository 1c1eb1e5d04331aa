/**
 * A test whether a whole text fits a glob: `*` is any text, `?` any one character, all else itself, case included.
 * Each part between stars is taken where it first fits and never given back, so time grows only with the product of the
 * two lengths, however many stars there are.
 */
export function compileGlob(glob: string): (text: string) => boolean {
  const [first = '', ...rest] = glob.split(/\*+/).map(literally)
  const last = rest.pop()
  if (last === undefined && !glob.includes('?')) return (text) => text === glob
  // A lookahead is atomic: what its group took, the backreference takes again, and nothing tries another place.
  const middle = rest.map((part, index) => `(?=([^]*?${part}))\\${index + 1}`).join('')
  const pattern = new RegExp(`^${first}${last === undefined ? '' : `${middle}[^]*${last}`}$`, 'u')
  return (text) => pattern.test(text)
}

function literally(part: string): string {
  return part.replace(/[\\^$.+()[\]{}|/]/g, '\\$&').replaceAll('?', '[^]')
}
