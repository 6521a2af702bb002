import { expect, test } from 'vitest'
import { documentHtml } from './document.ts'
import { notLoadedHtml } from './not-loaded.tsx'

const page = (language: 'zh-TW' | 'en'): string =>
  documentHtml({
    input: { kind: 'sign-up', path: '/f/a', language, data: {}, origin: 'https://kaimai.tw' },
    head: '',
    body: '<main></main>',
    theme: 'light',
    notLoaded: notLoadedHtml(language),
  })

test('APP-780 A document says in its own language that its scripts have not come, without a script, and its retry is a link to itself', () => {
  expect(page('zh-TW')).toContain('這一頁沒有完全載入')
  expect(page('en')).toContain('This page didn’t load completely')
  for (const language of ['zh-TW', 'en'] as const) {
    const html = page(language)
    expect(html).toMatch(/<a href="" target="_self">[^<]+<\/a>/)
    expect(html.match(/<script(?! type="application\/json")/g)).toBeNull()
    // Hidden until the first script had its time, also for who wants no motion.
    expect(html).toMatch(/\.not-loaded\{[^}]*animation:not-loaded 1ms 8s backwards!important/)
    // Behind the page: it moves nothing, and is read after it.
    expect(html.indexOf('id="not-loaded"')).toBeGreaterThan(html.indexOf('id="root"'))
  }
})
