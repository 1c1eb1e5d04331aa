/** How the style sheets draw the picture, as attributes that every viewer knows. */
const drawn = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const

/** Above the picture, in pixels. */
const headHeight = 72

/**
 * The shown picture of a timeline as an SVG file, with the names of the lanes and the colours of the shown theme. `title` and
 * `facts` are two lines above it.
 */
export function pictureSvg(title: string, facts: string): string | null {
  const svg = document.querySelector<SVGSVGElement>('.picture-frame svg')
  const card = svg?.closest('.card')
  if (svg === null || !card) return null
  const copy = copied(svg)
  const { backgroundColor: ground, color: ink } = getComputedStyle(card)
  const names = [...document.querySelectorAll<HTMLElement>('.picture-names li')].map((name) => {
    const { color, fontFamily, fontSize, fontWeight } = getComputedStyle(name)
    const font = { 'font-family': fontFamily, 'font-size': fontSize, 'font-weight': fontWeight }
    const halo = { fill: color, stroke: ground, 'stroke-width': 8, 'paint-order': 'stroke' }
    const text = element('text', { x: name.offsetLeft, y: Number.parseFloat(name.style.top) + 4, ...font, ...halo })
    text.textContent = name.textContent
    return text
  })
  const drawing = element('g', { transform: `translate(0 ${headHeight})` })
  drawing.append(...copy.childNodes, ...names)
  const head = [title, facts].map((line, index) => {
    const text = element('text', { x: 16, y: 28 + 22 * index, 'font-size': 16 - 3 * index, fill: ink, stroke: 'none' })
    text.textContent = line
    return text
  })
  copy.append(element('rect', { width: '100%', height: '100%', fill: ground }), ...head, drawing)
  copy.setAttribute('height', String(svg.height.baseVal.value + headHeight))
  copy.setAttribute('xmlns', svgNamespace)
  return new XMLSerializer().serializeToString(copy)
}

/** Copies an element with what it has in it; what it does not inherit of its style is written into it. */
function copied(shown: SVGElement): SVGElement {
  const copy = shown.cloneNode(false) as SVGElement
  const style = getComputedStyle(shown)
  const inherited = shown.parentElement && getComputedStyle(shown.parentElement)
  for (const name of drawn) {
    const value = style.getPropertyValue(name)
    const isInherited = shown.localName !== 'svg' && value === inherited?.getPropertyValue(name)
    if (isInherited) copy.removeAttribute(name)
    else copy.setAttribute(name, value)
  }
  if (style.opacity !== '1') copy.setAttribute('opacity', style.opacity)
  const { transform, width } = shown.style
  if (transform !== '') copy.setAttribute('transform', `translate(${Number.parseFloat(transform.slice(11))} 0)`)
  if (width !== '') copy.setAttribute('width', width)
  for (const name of ['style', 'class']) copy.removeAttribute(name)
  for (const child of shown.childNodes) copy.append(child instanceof SVGElement ? copied(child) : child.cloneNode())
  return copy
}

/** Draws an SVG file as a PNG file with twice its pixels, for sharp screens. */
export async function pictureAsPng(svg: string): Promise<Blob | null> {
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.width * 2
  canvas.height = image.height * 2
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}

const svgNamespace = 'http://www.w3.org/2000/svg'

function element(name: 'text' | 'rect' | 'g', attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS(svgNamespace, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  return made
}
