import fc from 'fast-check'
import { expect, test } from 'vitest'
import { documentHtml, escapeHtml, headHtml, islandJson } from './document.ts'
import { testModeHtml } from './test-mode.ts'

const input = { kind: 'sign-up', path: '/f/a', language: 'zh-TW', data: {}, origin: 'https://kaimai.tw' } as const
const assets = {
  entry: '/assets/main.js',
  entryParts: ['/assets/helper.js'],
  scripts: ['/assets/react.js'],
  styles: [{ href: '/assets/main.css' }],
}

test('APP-1 The data of a page comes back as it was, and can not leave its script element', () =>
  fc.assert(
    fc.property(
      fc.anything({ values: [fc.string(), fc.constantFrom('</script>', '<!--', '\u2028', '&lt;')] }),
      (data) => {
        const plain: unknown = JSON.parse(JSON.stringify({ data: data ?? null }))
        const json = islandJson(plain)
        expect(json).not.toMatch(/[<>&\u2028\u2029]/)
        expect(JSON.parse(json)).toEqual(plain)
      },
    ),
  ))

test('APP-2 Words of a merchant stay words in the head', () => {
  const attack = `"><script>alert(1)</script>'`
  const head = headHtml(input, { title: attack, description: attack, canonical: '/f/a?b="c"' }, assets)
  expect(head).not.toContain('<script>')
  expect(head).toContain(`<title>${escapeHtml(attack)}</title>`)
  expect(head.match(/<script/g)).toHaveLength(1)
})

test('APP-3 A page has title, description, picture for cards, styles before scripts, and no inline script', () => {
  const head = headHtml(
    input,
    {
      title: '秋日餐桌',
      description: '霧釉新品',
      image: '/media/a.jpg',
      canonical: '/f/a',
      preload: [{ href: '/media/a.jpg', as: 'image' }],
    },
    assets,
  )
  expect(head).toContain('<title>秋日餐桌</title>')
  expect(head).toContain('<meta name="description" content="霧釉新品">')
  expect(head).toContain('<meta property="og:image" content="https://kaimai.tw/media/a.jpg">')
  expect(head).toContain('<link rel="canonical" href="https://kaimai.tw/f/a">')
  expect(head).toContain('<link rel="preload" href="/media/a.jpg" as="image" fetchpriority="high">')
  expect(head.indexOf('stylesheet')).toBeLessThan(head.indexOf('<script'))
  expect(head).toContain('<link rel="modulepreload" href="/assets/helper.js">')
  expect(head).toContain('<script type="module" src="/assets/main.js" data-scripts="/assets/react.js"></script>')
  const html = documentHtml({ input, head, body: '<main></main>', theme: 'dark' })
  expect(html).toMatch(/^<!doctype html>\n<html lang="zh-TW" data-theme="dark">/)
  const scripts = [...html.matchAll(/<script([^>]*)>([^<]*)/g)]
  expect(
    scripts.filter(([, attributes]) => !attributes?.includes('application/json')).map(([, , code]) => code),
  ).toEqual([''])
})

test('APP-4 A page that holds a key is kept out of search engines', () => {
  expect(headHtml(input, { title: 'a', noindex: true }, assets)).toContain('<meta name="robots" content="noindex">')
  expect(headHtml(input, { title: 'a' }, assets)).not.toContain('robots')
})

test.each([
  ['zh-TW', '測試中：在這裡下單不會真的收款'],
  ['en', 'Test mode: orders placed here aren’t charged'],
] as const)(
  'APP-60 A page of a shop in test mode says so above everything, without a script (%s)',
  (language, words) => {
    const parts = { input: { ...input, language }, head: '', body: '<main></main>', theme: 'dark' } as const
    const html = documentHtml({ ...parts, testMode: testModeHtml(language) })
    const mark = `<aside class="test-mode">${words}</aside>`
    expect(html).toContain(mark)
    expect(html.indexOf(mark)).toBeLessThan(html.indexOf('<main>'))
    expect(documentHtml(parts)).not.toContain(words)
  },
)
