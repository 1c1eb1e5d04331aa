import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** The same picture, of RGB or of RGBA without anything transparent, with 32 colours and at the highest compression: a fifth of the bytes. */
export function packedPng(png) {
  const chunks = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)),
    })
  const of = (wanted) => Buffer.concat(chunks.filter(({ type }) => type === wanted).map(({ data }) => data))
  const header = Buffer.from(of('IHDR'))
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const bytes = { 2050: 3, 2054: 4 }[header.readUInt16BE(8)]
  if (bytes === undefined) throw new Error('The picture is not of 8-bit RGB or RGBA')
  const pixels = unfiltered(inflateSync(of('IDAT')), { width, height, bytes })
  const { palette, indices } = reduced(
    pixels.filter((_, at) => at % bytes < 3),
    width,
  )
  // A colour is an index into the palette.
  header[9] = 3
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(indices, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.of()),
  ])
}

/** The colours of a picture: what its filters kept of the pixels to the left and above is added again. */
function unfiltered(data, { width, height, bytes }) {
  const row = bytes * width
  const pixels = Buffer.alloc(row * height)
  for (let y = 0; y < height; y++) {
    const filter = data[y * (row + 1)]
    for (let x = 0; x < row; x++) {
      const at = y * row + x
      const left = x < bytes ? 0 : pixels[at - bytes]
      const up = y === 0 ? 0 : pixels[at - row]
      const corner = x < bytes || y === 0 ? 0 : pixels[at - row - bytes]
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter]
      pixels[at] = data[y * (row + 1) + 1 + x] + guess
    }
  }
  return pixels
}

function paeth(left, up, corner) {
  const [toLeft, toUp, toCorner] = [left, up, corner].map((each) => Math.abs(left + up - corner - each))
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** The palette, and for each row of pixels its filter 0 and the nearest colours of the palette. */
function reduced(pixels, width) {
  const colours = Array.from({ length: pixels.length / 3 }, (_, index) => pixels.readUIntBE(3 * index, 3))
  const kept = distinctOf(colours)
  const nearest = new Map([...new Set(colours)].map((colour) => [colour, nearestOf(kept, colour)]))
  const rows = Array.from({ length: colours.length / width }, (_, y) => colours.slice(y * width, (y + 1) * width))
  return {
    palette: Buffer.from(kept.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255])),
    indices: Buffer.from(rows.flatMap((row) => [0, ...row.map((colour) => nearest.get(colour))])),
  }
}

/** 32 colours: the most frequent, and then each time the one that the chosen ones stand for worst, counted by its pixels. */
function distinctOf(colours) {
  const weights = new Map()
  for (const colour of colours) weights.set(colour, (weights.get(colour) ?? 0) + 1)
  const errors = new Map([...weights.keys()].map((colour) => [colour, distance(0, 0xffffff)]))
  const kept = []
  while (kept.length < 32 && errors.size > 0) {
    const cost = (colour) => errors.get(colour) * weights.get(colour) ** 0.75
    const next = [...errors.keys()].reduce((worst, colour) => (cost(colour) > cost(worst) ? colour : worst))
    kept.push(next)
    for (const [colour, error] of errors) errors.set(colour, Math.min(error, distance(colour, next)))
    errors.delete(next)
  }
  return kept
}

function nearestOf(kept, colour) {
  const distances = kept.map((each) => distance(each, colour))
  return distances.indexOf(Math.min(...distances))
}

/** The squares of the differences in red, green and blue. */
function distance(one, other) {
  return [16, 8, 0].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0)
}

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
