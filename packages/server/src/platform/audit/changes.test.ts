import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changesOf, logged } from './changes.ts'

describe('what the log stores of a change', () => {
  test('AUDIT-1 Only what differs is stored, before and after; what was not given did not change', () => {
    const before = { name: '甲', price: 100, tags: ['a'], memo: '' }
    expect(changesOf(before, { name: '乙', price: 100, tags: ['a'], memo: undefined })).toEqual({
      name: { before: '甲', after: '乙' },
    })
    expect(changesOf({}, { name: '乙' })).toEqual({ name: { before: null, after: '乙' } })
    expect(changesOf(before, { tags: ['a', 'b'] })).toEqual({ tags: { before: ['a'], after: ['a', 'b'] } })
  })

  test('AUDIT-2 Equal records have no change; and putting the change on the first gives the second', () => {
    const anyRecord = fc.dictionary(fc.string({ minLength: 1, maxLength: 5 }), fc.jsonValue({ maxDepth: 1 }))
    fc.assert(
      fc.property(anyRecord, anyRecord, (before, after) => {
        expect(changesOf(before, before)).toEqual({})
        const changes = changesOf(before, after)
        for (const [key, value] of Object.entries(after))
          expect(JSON.stringify(changes[key] ? changes[key].after : before[key])).toBe(JSON.stringify(value))
      }),
    )
  })

  test('AUDIT-3 Secrets are blotted by their name, or when they are named, at every depth; nothing of them is stored', () => {
    const secret = 'sk_live_3f9a'
    const kept = logged({
      password: secret,
      tiktokAccessToken: { before: secret, after: `${secret}2` },
      gateways: { ecpay: { hashKey: secret, merchantId: '3002607' } },
      apiKey: '',
      ...changesOf({ conversionApi: null }, { conversionApi: secret }, ['conversionApi']),
    })
    expect(JSON.stringify(kept)).not.toContain(secret)
    expect(kept).toEqual({
      password: '•',
      tiktokAccessToken: { before: '•', after: '•' },
      gateways: { ecpay: { hashKey: '•', merchantId: '3002607' } },
      apiKey: '•',
      conversionApi: { before: null, after: '•' },
    })
  })

  test('AUDIT-4 Long texts, long lists and deep things are cut, never half a sign', () => {
    const kept = logged({
      content: '開'.repeat(5000),
      emoji: '🎉'.repeat(300),
      ids: Array.from({ length: 500 }, (_, n) => n),
    })
    expect([...String(kept.content)]).toHaveLength(121)
    expect(String(kept.emoji).isWellFormed()).toBe(true)
    expect(kept.ids).toHaveLength(21)
    expect(logged({ a: 'x\0y', b: '\uD83C', when: new Date(Number.NaN) })).toEqual({ a: 'xy', b: '\uFFFD', when: null })
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.string({ unit: 'binary' }),
          fc.anything({ maxDepth: 6, withBigInt: true, withDate: true, values: [fc.string({ unit: 'binary' })] }),
        ),
        (given) => {
          const kept = JSON.stringify(logged(given))
          expect(kept).not.toContain('\\u0000')
          expect(kept.isWellFormed()).toBe(true)
        },
      ),
      { numRuns: 200 },
    )
  })
})
