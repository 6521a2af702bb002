import { expect, test } from 'vitest'
import { type BulkTyped, readBulk, untouchedBulk } from './bulk-edit.rules.ts'

const read = (given: Partial<BulkTyped>) => readBulk({ ...untouchedBulk, ...given })

test('PRODUCT-60 Only what is ticked is changed, and what is typed is read as people write it', () => {
  expect(read({ price: { way: 'off', value: '10' } })).toEqual({ change: {}, faulty: [] })
  expect(read({ ticked: ['price'], price: { way: 'off', value: ' 12.5 % ' } }).change).toEqual({
    price: { by: 'percent', value: -1250 },
  })
  expect(read({ ticked: ['specialOffer'], specialOffer: { way: 'less', value: 'NT$1,000' } }).change).toEqual({
    specialOffer: { by: 'amount', value: -1000_00 },
  })
  expect(read({ ticked: ['specialOffer'], specialOffer: { way: 'none', value: '' } }).change).toEqual({
    specialOffer: null,
  })
  const period = { way: 'set', value: '99', from: '2026-11-20 20:00', until: '' } as const
  expect(read({ ticked: ['onSale'], onSale: period }).change).toEqual({
    onSale: { step: { by: 'set', value: 99_00 }, from: '2026-11-20T12:00:00.000Z', until: null },
  })
  expect(read({ ticked: ['stock', 'limit', 'sale'], stock: { way: 'sub', value: '3' } }).change).toEqual({
    stock: { by: 'add', value: -3 },
    perPersonLimit: null,
    offSale: true,
  })
})

test('PRODUCT-61 A value that can not be read has its error at its part', () => {
  const { faulty } = read({
    ticked: ['price', 'stock', 'limit'],
    price: { way: 'set', value: 'free' },
    stock: { way: 'add', value: '' },
    limit: '0',
  })
  expect(faulty).toEqual(['price', 'stock', 'limit'])
})
