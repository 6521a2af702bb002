import { describe, expect, test } from 'vitest'
import { checkErrorPlaces, checkTextPlaces } from './text-places.ts'
import { treeOf } from './tree.ts'

const list = 'packages/web/src/features/live/list.tsx'

describe('the places of texts', () => {
  const offences = (code: string) =>
    checkTextPlaces(
      treeOf({
        'packages/web/src/features/live/text/en.json': JSON.stringify({
          title: 'Lives',
          max: 'At most {{max}} characters',
          left_one: 'One left of {{name}}',
          left_other: '{{count}} left of {{name}}',
          note: { saved: 'Saved at {{time}}', draft: 'Draft from {{time}}' },
        }),
        [list]: `const t = useText('live')\n${code}`,
      }),
    )

  test('pass with a value for each, and where the values can’t be read from the call', () => {
    expect(offences("t('title')\nt('max', { max })\nt('left', { count: 2, name })")).toEqual([])
    expect(offences("t('max', values)\nt('max', { ...values })\nt(key)\nt(`${kind}.saved`)")).toEqual([])
    expect(offences('t(`note.${kind}`, { time })')).toEqual([])
  })

  test('one without a value is caught, also in one plural form, a choice or a template', () => {
    expect(offences("t('max')")).toEqual([`${list}:2 max is given no max`])
    expect(offences("t('max', { limit: 3 })")).toEqual([`${list}:2 max is given no max`])
    expect(offences("t('left', { name })")).toEqual([`${list}:2 left is given no count`])
    expect(offences("t(isLong ? 'max' : 'title')")).toEqual([`${list}:2 max is given no max`])
    expect(offences('t(`note.${kind}`)')).toEqual([`${list}:2 note.saved is given no time`])
  })
})

describe('the places of error texts', () => {
  const service = 'packages/server/src/modules/order/cart.service.ts'
  const offences = (code: string) =>
    checkErrorPlaces(
      treeOf({
        'packages/contract/src/order/order.errors.ts': `export const orderErrors = defineErrorTexts({
          cartEmpty: { 'zh-TW': '購物車是空的', en: 'Your cart is empty' },
          cartFull: { 'zh-TW': '最多 {{max}} 種商品', en: 'Up to {{max}} products' },
        })`,
        [service]: code,
      }),
    )

  test('pass with a value for each', () => {
    expect(offences('withValues(orderErrors.cartFull, { max: 3 })\nwithValues(reason, { max: 3 })')).toEqual([])
    expect(offences("fail('conflict', { reason: orderErrors.cartEmpty })")).toEqual([])
  })

  test('one without a value, a value without a place, and a text sent bare are caught', () => {
    expect(offences('withValues(orderErrors.cartFull, { most: 3 })')).toEqual([
      `${service}:1 cartFull is given no max`,
      `${service}:1 cartFull has no place for most`,
    ])
    for (const bare of ["fail('conflict', { reason: orderErrors.cartFull })", 'because(orderErrors.cartFull)'])
      expect(offences(bare)).toEqual([`${service}:1 cartFull goes out without values: say withValues`])
  })
})
