import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { ProductBody } from '@kaimai/contract/product/product.routes.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { errorsOf } from '../../lib/form/field-error.ts'
import { newImages, priceText, ProductForm, readCount, typedProduct } from './product-form.rules.ts'

const bowl: Product = {
  version: 1,
  id: '01900000-0000-7000-8000-000000000001',
  productName: '霧白手捏飯碗',
  keyword: 'A01',
  description: '',
  unit: '只',
  price: 680_00,
  originalPrice: 880_00,
  onSalePrice: 600_00,
  onSaleFrom: '2026-11-20T12:00:00.000Z',
  onSaleUntil: null,
  specialOfferPrice: 550_00,
  returnException: 'customised',
  taxType: 'exempt',
  temperature: 'frozen',
  weight: 280,
  offSale: true,
  currency: 'TWD',
  perPersonLimit: 6,
  images: ['/media/image/a.webp'],
  variants: [
    { id: '01900000-0000-7000-8000-000000000002', name: '大', keyword: 'A01L', stock: 3 },
    { id: '01900000-0000-7000-8000-000000000003', name: '小', keyword: '', stock: 1200 },
  ],
  stock: 1203,
  sold: 4,
  createdAt: '2026-11-20T12:00:00Z',
}

const typed = {
  ...typedProduct(undefined),
  productName: '碗',
  price: '680',
  variants: [{ name: '', keyword: '', stock: '5' }],
}
const errors = (given: object) => errorsOf(ProductForm, { ...typed, ...given }, 'en')

describe('a product as it is typed', () => {
  test.each([
    ['1,280', 1280_00],
    ['NT$1,280', 1280_00],
    ['１２８０', 1280_00],
    [' 12.5 ', 12_50],
    ['0', 0],
  ])('PRODUCT-62 The price %s is read as people mean it', (price, minor) => {
    expect(ProductForm.parse({ ...typed, price }).price).toBe(minor)
    expect(ProductForm.parse({ ...typed, originalPrice: price, price: '0' }).originalPrice).toBe(minor)
  })

  test('PRODUCT-63 What is no price is said at its field; no original price and no limit are none', () => {
    expect(Object.keys(errors({ price: 'free' }))).toEqual(['price'])
    expect(errors({ price: '' })).toEqual({ price: 'Please fill in this field' })
    expect(ProductForm.parse({ ...typed, originalPrice: ' ', perPersonLimit: '' })).toMatchObject({
      originalPrice: null,
      perPersonLimit: null,
    })
    expect(Object.keys(errors({ perPersonLimit: '0' }))).toEqual(['perPersonLimit'])
    expect([readCount('１,２００'), readCount('3.5'), readCount('-1'), readCount('')]).toEqual([
      1200,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('PRODUCT-225 A typed price of 12,50 and stock of 1,5 are refused with both readings, never taken for another number', () => {
    expect(errors({ price: '12,50', originalPrice: '1.280,50' })).toEqual({
      price: '“12,50” could mean 12.5 or 1250. Write it without a comma',
      originalPrice: '“1.280,50” could mean 1280.5 or 1.2805. Write it without a comma',
    })
    expect(errors({ variants: [{ name: '', keyword: '', stock: '1,5' }] })).toEqual({
      'variants.0.stock': '“1,5” could mean 1.5 or 15. Write it without a comma',
    })
    expect([readCount('1,5'), readCount('1,500')]).toEqual([undefined, 1500])
  })

  test('PRODUCT-64 Every price that a product can have reads back as it was shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e10 }), (minor) => {
        expect(ProductForm.parse({ ...typed, price: priceText(minor) }).price).toBe(minor)
      }),
    )
  })

  test('PRODUCT-65 An original price below the price is said at once, though other fields are still empty', () => {
    const early = errors({
      productName: '',
      price: '700',
      originalPrice: '680',
      variants: [{ name: '', keyword: '', stock: '' }],
    })
    expect(early.originalPrice).toBe('The original price can’t be lower than the price')
    expect(Object.keys(early).sort()).toEqual(['originalPrice', 'productName', 'variants.0.stock'])
    expect(errors({ price: '700', originalPrice: '700' })).toEqual({})
  })

  test('PRODUCT-66 An on-sale price and a live offer stand below the price, a period ends after it begins, at once', () => {
    expect(
      Object.keys(errors({ price: '700', onSalePrice: '700', specialOfferPrice: '700.5', productName: '' })).sort(),
    ).toEqual(['onSalePrice', 'productName', 'specialOfferPrice'])
    const period = { onSalePrice: '600', onSaleFrom: '2026-11-20 20:00', onSaleUntil: '2026-11-20 20:00' }
    expect(Object.keys(errors(period))).toEqual(['onSaleUntil'])
    expect(errors({ ...period, onSaleUntil: '2026-11-20 20:01' })).toEqual({})
    expect(ProductForm.parse({ ...typed, ...period, onSaleUntil: '' })).toMatchObject({
      onSaleFrom: '2026-11-20T12:00:00.000Z',
      onSaleUntil: null,
    })
  })

  test('PRODUCT-67 No keyword stands twice within a product', () => {
    const rows = (...words: string[]) => ({
      keyword: 'a01',
      variants: words.map((word, at) => ({ name: `款 ${at}`, keyword: word, stock: '1' })),
    })
    expect(errors(rows('A01R', 'A01W', ''))).toEqual({})
    expect(Object.keys(errors(rows('A01', 'ａ01w', 'A01W')))).toEqual(['variants.0.keyword', 'variants.2.keyword'])
  })

  test('PRODUCT-68 One variant needs no name, several need one each and no two the same', () => {
    expect(errors({})).toEqual({})
    const rows = (...names: string[]) => ({ variants: names.map((name) => ({ name, keyword: '', stock: '1' })) })
    expect(Object.keys(errors(rows('', '紅')))).toEqual(['variants.0.name'])
    expect(errors(rows('紅', ' 紅 '))).toEqual({ 'variants.1.name': 'Two variants have the same name' })
    expect(errors(rows('紅', '白'))).toEqual({})
  })

  test('PRODUCT-69 Changing a product sends what its stock was, so that what is sold meanwhile stays sold', () => {
    const shown = typedProduct(bowl)
    const body = ProductForm.parse({ ...shown, variants: shown.variants.map((row) => ({ ...row, stock: '10' })) })
    expect(body.variants).toEqual([
      { id: bowl.variants[0]?.id, name: '大', keyword: 'A01L', stock: 10, stockBefore: 3 },
      { id: bowl.variants[1]?.id, name: '小', keyword: '', stock: 10, stockBefore: 1200 },
    ])
    expect(ProductBody.parse(ProductForm.parse(shown))).toMatchObject({
      productName: bowl.productName,
      price: bowl.price,
      originalPrice: bowl.originalPrice,
      onSalePrice: bowl.onSalePrice,
      onSaleFrom: bowl.onSaleFrom,
      onSaleUntil: null,
      specialOfferPrice: bowl.specialOfferPrice,
      returnException: 'customised',
      taxType: 'exempt',
      temperature: 'frozen',
      weight: 280,
      offSale: true,
      perPersonLimit: bowl.perPersonLimit,
      images: bowl.images,
    })
  })

  test('PRODUCT-170 A weight is whole grams or not given; a new product is taxable and travels at room temperature', () => {
    expect(ProductForm.parse(typed)).toMatchObject({ taxType: 'taxable', temperature: 'room', weight: null })
    expect(ProductForm.parse({ ...typed, weight: '１,２８０' }).weight).toBe(1280)
    for (const weight of ['0', '1.5', 'heavy', '1000001']) expect(Object.keys(errors({ weight }))).toEqual(['weight'])
  })

  test('PRODUCT-70 A copy is a new product: without keyword, ids and stock, with the pictures', () => {
    const copy = typedProduct(bowl, true)
    expect(copy).toMatchObject({ keyword: '', images: bowl.images, price: '680', originalPrice: '880' })
    expect(copy.variants).toEqual([
      { name: '大', keyword: '', stock: '' },
      { name: '小', keyword: '', stock: '' },
    ])
  })

  test('PRODUCT-71 Only new pictures are uploaded', () => {
    const images = ['/media/image/b.webp', '/media/image/a.webp']
    expect(newImages({ images }, bowl)).toEqual(['/media/image/b.webp'])
    expect(newImages({ images }, undefined)).toEqual(images)
  })
})
