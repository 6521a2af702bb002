import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  hasVariants,
  iconUrl,
  pictureFormats,
  pictureSize,
  pictureWidths,
  sizedName,
  srcSetOf,
  variantAt,
  variantSize,
  variantUrl,
} from './picture.rules.ts'

const name = fc.stringMatching(/^[A-Za-z0-9_-]{20}$/)
const side = fc.integer({ min: 1, max: 2000 })
const size = fc.record({ width: side, height: side })
const sizedUrl = fc.tuple(name, size).map(([id, own]) => ({ url: `/media/image/${sizedName(id, own)}.webp`, own }))

test('VIDEO-3 A picture says its size in its name, and one from before says none', () => {
  fc.assert(fc.property(sizedUrl, ({ url, own }) => void expect(pictureSize(url)).toEqual(own)))
  for (const old of [
    '/media/image/iabcdefghij0123456789.webp',
    '/media/image/iabc-1x2.webp',
    '',
    'https://x.tw/a.webp',
  ])
    expect(pictureSize(old)).toBeUndefined()
})

test('VIDEO-4 A width and format has an address that leads back to it; other widths, formats and files have none', () => {
  fc.assert(
    fc.property(
      sizedUrl,
      fc.constantFrom(...pictureWidths),
      fc.constantFrom(...pictureFormats),
      ({ url }, width, format) =>
        void expect(variantAt(variantUrl(url, width, format))).toEqual({ url, width, format }),
    ),
  )
  const url = '/media/image/iabc.webp'
  for (const path of [
    url,
    `${url}/321.avif`,
    `${url}/320.gif`,
    `${url}/0320.avif`,
    `${url}/320.avif/640.avif`,
    iconUrl(url),
  ])
    expect(variantAt(path)).toBeUndefined()
  expect(variantAt('/media/live/abc/0.m4s/320.avif')).toBeUndefined()
})

test('VIDEO-5 Thumbnails of videos have widths too, and nothing else of a video has', () => {
  const video = '/media/video/0193b3c0-0000-7000-8000-000000000001/aBcDeFgHiJkLmNoPqRsTuV'
  expect(hasVariants(`${video}/thumb.jpg`)).toBe(true)
  expect(hasVariants(`${video}/thumb-2.jpg`)).toBe(true)
  expect(hasVariants(`${video}/index.m3u8`)).toBe(false)
  expect(hasVariants(`${video}/0.jpg`)).toBe(false)
})

const candidates = (srcSet: string) =>
  srcSet.split(', ').map((line) => {
    const [url = '', shown = ''] = line.split(' ')
    return { url, width: Number(shown.slice(0, -1)) }
  })

test('VIDEO-6 A srcset offers each width once, growing, never wider than the picture, and always something', () =>
  fc.assert(
    fc.property(
      sizedUrl,
      fc.constantFrom(...pictureFormats),
      fc.shuffledSubarray([...pictureWidths], { minLength: 1 }).map((widths) => widths.sort((a, b) => a - b)),
      ({ url, own }, format, widths) => {
        const offered = candidates(srcSetOf(url, format, widths))
        const shown = offered.map(({ width }) => width)
        expect(offered.length).toBeGreaterThan(0)
        expect(shown).toEqual([...new Set(shown)].sort((a, b) => a - b))
        expect(Math.max(...shown)).toBeLessThanOrEqual(own.width)
        for (const each of offered) {
          const asked = variantAt(each.url)
          expect(asked?.format).toBe(format)
          expect(variantSize(url, asked?.width ?? 0)?.width).toBe(each.width)
        }
      },
    ),
  ))

test('VIDEO-7 Of a picture whose size nobody knows all widths are offered', () => {
  const url = '/media/image/iabcdefghij.webp'
  expect(candidates(srcSetOf(url, 'avif')).map(({ width }) => width)).toEqual([...pictureWidths])
})

test('VIDEO-8 A narrower picture keeps its shape', () =>
  fc.assert(
    fc.property(sizedUrl, fc.constantFrom(...pictureWidths), ({ url, own }, width) => {
      const small = variantSize(url, width)
      expect(small?.width).toBe(Math.min(width, own.width))
      expect(Math.abs((small?.height ?? 0) - (own.height * (small?.width ?? 0)) / own.width)).toBeLessThan(1)
    }),
  ))
