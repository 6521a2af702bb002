import { defaultLanguage, languages } from '@kaimai/contract/common/language.ts'
import fc from 'fast-check'
import { createInstance } from 'i18next'
import { expect, test, vi } from 'vitest'
import { detection } from './console-texts.ts'
import { createPlainTranslator } from './translator.ts'

const texts = {
  signup: {
    title: '報名',
    form: { greeting: '{{name}} 您好，{{ count }} 位', plain: '不含值' },
    left_one: '{{count}} seat left',
    left_other: '{{count}} seats left',
    seats_other: '剩 {{count}} 位',
  },
}

const i18next = createInstance()
await i18next.init({
  lng: 'zh-TW',
  resources: Object.fromEntries(languages.map((language) => [language, texts])),
  interpolation: { escapeValue: false },
})

test('APP-49 Audience pages say every text exactly as the console would', () => {
  const keys = fc.constantFrom('title', 'form.greeting', 'form.plain', 'left', 'seats')
  const values = fc.record({ name: fc.string(), count: fc.integer({ min: 0, max: 2000 }) })
  fc.assert(
    fc.property(fc.constantFrom(...languages), keys, values, (language, key, given) => {
      // Chinese has one form for all counts, `seats` is written so; English texts have both.
      fc.pre(language === 'zh-TW' || key !== 'seats')
      // `left` and `seats` exist only with a count.
      const sent = key === 'left' || key === 'seats' ? { count: given.count } : { name: given.name, count: given.count }
      const expected = i18next.t(key, { ...sent, ns: 'signup', lng: language })
      expect(createPlainTranslator(language, texts).text('signup', key, sent)).toBe(expected)
    }),
  )
})

test('APP-50 A missing text shows its key and is reported', () => {
  const missing = vi.fn()
  const translator = createPlainTranslator('en', texts, missing)
  expect(translator.text('signup', 'form.nothing')).toBe('form.nothing')
  expect(translator.text('room', 'title')).toBe('title')
  expect(translator.text('signup', 'form')).toBe('form')
  expect(missing.mock.calls.flat()).toEqual(['signup:form.nothing', 'room:title', 'signup:form'])
})

test('APP-51 The language is looked for in the order of the spec, kept in local storage, and falls back to zh-TW', () => {
  expect(detection.order).toEqual(['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'])
  expect(detection.lookupQuerystring).toBe('lng')
  expect(detection.caches).toEqual(['localStorage'])
  expect(defaultLanguage).toBe('zh-TW')
  const read = ['zh', 'zh-Hant-HK', 'en-GB', 'ja'].map(detection.convertDetectedLanguage)
  expect(read).toEqual(['zh-TW', 'zh-TW', 'en', 'ja'])
})
