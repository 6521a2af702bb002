import { describe, expect, test } from 'vitest'
import { ProductBody } from './product.routes.ts'

const body = { productName: '白瓷飯碗', price: 680_00, variants: [{ name: '', stock: 1 }] }
const errors = (given: object) =>
  ProductBody.safeParse({ ...body, ...given }).error?.issues.map(({ path }) => path.join('.')) ?? []

describe('what a product may be', () => {
  test('PRODUCT-7 Pictures are files of our own store; empty ones are dropped', () => {
    const images = ['/media/images/0192/a.webp', '']
    expect(ProductBody.parse({ ...body, images }).images).toEqual(['/media/images/0192/a.webp'])
    for (const url of [
      'https://evil.example/a.png',
      '//evil.example/a',
      '/media/../secret',
      'javascript:x',
      '/media/',
      '/x',
    ]) {
      expect(errors({ images: [url] }), url).toEqual(['images.0'])
    }
  })

  test('PRODUCT-8 A keyword is 1–12 letters, digits or Chinese characters, kept in upper case and half width', () => {
    expect(ProductBody.parse({ ...body, keyword: ' ａ01碗 ' }).keyword).toBe('A01碗')
    for (const keyword of ['A 01', 'A+1', 'ABCDEFGHIJKLM', '碗!', 'é'])
      expect(errors({ keyword }), keyword).toEqual(['keyword'])
  })

  test('PRODUCT-9 Two variants of one name and an original price below the price are refused', () => {
    const twice = [
      { name: '紅', stock: 1 },
      { name: ' 紅 ', stock: 2 },
    ]
    expect(errors({ variants: twice })).toEqual(['variants'])
    expect(errors({ originalPrice: 679_99 })).toEqual(['originalPrice'])
    expect(errors({ originalPrice: 680_00 })).toEqual([])
    expect(errors({ variants: [] })).toEqual(['variants'])
  })
})
