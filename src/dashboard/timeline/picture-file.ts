import { type Markup, markupText } from '../parts/markup.ts'

/** A drawing as a file that any viewer shows: in the colours of the shown theme, and without names of style sheets. */
export function svgFile(drawing: Markup): string {
  const probe = document.body.appendChild(document.createElement('i'))
  const text = markupText(drawing)
    .replaceAll(/ class="[^"]*"/g, '')
    .replaceAll(/"(var\(--[\w-]+\))"/g, (_whole, name) => {
      probe.style.color = name
      return `"${getComputedStyle(probe).color}"`
    })
  probe.remove()
  return text
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
