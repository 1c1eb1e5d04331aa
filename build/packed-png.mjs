import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** The same picture at the highest compression; the browser compresses it fast. */
export function packedPng(png) {
  const chunks = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + png.readUInt32BE(at)),
    })
  const of = (wanted) => Buffer.concat(chunks.filter(({ type }) => type === wanted).map(({ data }) => data))
  const pixels = deflateSync(inflateSync(of('IDAT')), { level: 9, memLevel: 9 })
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', of('IHDR')),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.of()),
  ])
}

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
