import { expect, test } from 'vitest'
import { webUrl } from '../../src/domain/web-url.ts'

test.each([
  ['http://localhost:3000/hook', 'http://localhost:3000/hook'],
  ['HTTPS://Shop.Example', 'https://shop.example/'],
  ['https://bücher.example/ñ', 'https://xn--bcher-kva.example/%C3%B1'],
])('%s is the address %s', (text, href) => {
  expect(webUrl(text)?.href).toBe(href)
})

test.each([
  '',
  'shop.example',
  'http:/shop.example',
  ' http://shop.example',
  'ftp://shop.example',
  'http://',
  'http://[::1',
])('"%s" is not a web address', (text) => {
  expect(webUrl(text)).toBeNull()
})

test('an address with letters such as ü is one however often it is asked for', () => {
  const texts = Array.from({ length: 10_000 }, () => 'https://bücher.example/ñ')
  expect(texts.filter((text) => webUrl(text) === null)).toEqual([])
})
