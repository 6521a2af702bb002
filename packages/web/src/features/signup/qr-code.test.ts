import { expect, test } from 'vitest'
import { qrSvg } from './qr-code.ts'

test('SIGNUP-112 A QR code is a picture by itself, with the light border that readers need', async () => {
  const svg = await qrSvg('https://kaimai.tw/f/year-end-2026')
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1])
  expect(size).toBeGreaterThanOrEqual(21 + 8)
  const dark = [...svg.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => [Number(x), Number(y)])
  const places = dark.flat()
  expect(Math.min(...places)).toBe(4)
  expect(Math.max(...places)).toBe(size - 5)
  // The three corners that a reader looks for.
  for (const corner of [
    [4, 4],
    [size - 5, 4],
    [4, size - 5],
  ])
    expect(dark).toContainEqual(corner)
})
