import { srcSetOf } from '@kaimai/contract/video/picture.rules.ts'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Picture } from './picture.tsx'
import { preloadPicture } from './preload-picture.ts'

const kept = '/media/image/iabcdefghij0123456789-1600x900.webp'
const htmlOf = (src: string, more: Partial<Parameters<typeof Picture>[0]> = {}) =>
  renderToString(<Picture src={src} alt="碗" sizes="50vw" {...more} />)

test('AUDIENCE-13 A kept picture is offered as AVIF, then WebP, then as it was kept', () => {
  const html = htmlOf(kept)
  expect(html).toContain(`<source type="image/avif" srcSet="${srcSetOf(kept, 'avif')}" sizes="50vw"/>`)
  expect(html.indexOf('image/avif')).toBeLessThan(html.indexOf('image/webp'))
  expect(html).toContain(`src="${kept}"`)
})

test('AUDIENCE-14 The first picture takes the very file that the head asks for', () => {
  const [preload] = preloadPicture(kept, '50vw')
  const html = htmlOf(kept, { first: true })
  expect(html).toContain('fetchPriority="high"')
  expect(html).not.toContain('loading="lazy"')
  expect(preload && 'imageSrcSet' in preload && html.includes(preload.imageSrcSet)).toBe(true)
})

test('AUDIENCE-15 A picture keeps its place by its own shape, or by what its page says', () => {
  expect(htmlOf(kept)).toContain('width="1600" height="900" data-shape=""')
  const given = htmlOf(kept, { width: 72, height: 72 })
  expect(given).toContain('width="72" height="72"')
  expect(given).not.toContain('data-shape')
})

test('AUDIENCE-16 Other pictures stay as they are', () => {
  expect(htmlOf('https://shop.example/a.jpg')).not.toContain('<picture>')
  expect(htmlOf('/media/seed/a.webp')).not.toContain('<source')
})
