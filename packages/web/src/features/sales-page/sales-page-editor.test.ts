import { SalesPage } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { SalesPageBody, SalesPageFields } from '@kaimai/contract/sales-page/sales-page.schema.ts'
import { blockKinds } from '@kaimai/contract/sales-page/sales-page.rules.ts'
import { describe, expect, test } from 'vitest'
import { errorsOf } from '../../lib/form/field-error.ts'
import { emptyBlock, fieldsOf, newPage, picturesOf, saleOf, sectionState, suggestedUrl } from './page-values.ts'

const id = '01900000-0000-7000-8000-000000000001'
const start = newPage({ customUrl: suggestedUrl(() => 0.5), tone: '#94500f' })
const filled = { ...start, title: '秋窯小鋪' }

describe('values of the form', () => {
  test('SALES-PAGE-36 A new page lacks only its title', () => {
    expect(Object.keys(errorsOf(SalesPageFields, start, 'zh-TW'))).toEqual(['title'])
    expect(errorsOf(SalesPageFields, filled, 'zh-TW')).toEqual({})
  })

  test('SALES-PAGE-37 Saving a page sends back every field it was read with', () => {
    const instants = { createdAt: '2026-11-20T00:00:00.000Z', changedAt: '2026-11-20T00:00:00.000Z' }
    const page = SalesPage.parse({ ...filled, id, version: 1, state: 'draft', ...instants })
    expect(SalesPageBody.parse(fieldsOf(page))).toEqual(SalesPageBody.parse(filled))
  })

  test('SALES-PAGE-38 An empty block says at its own field what is missing', () => {
    const lacks = blockKinds
      .filter((kind) => kind !== 'product')
      .map((kind) => [
        kind,
        Object.keys(errorsOf(SalesPageFields, { ...filled, blockList: [emptyBlock(kind, 'x')] }, 'zh-TW')),
      ])
    expect(Object.fromEntries(lacks)).toEqual({
      text: [],
      picture: ['blockList.0.url'],
      video: ['blockList.0.videoId'],
      questions: ['blockList.0.items.0.question'],
      countdown: ['blockList.0.until'],
      contact: [],
    })
  })

  test('SALES-PAGE-39 A section is faulty where one of its fields or blocks is', () => {
    expect(sectionState('page', filled, ['blockList.3.url'])).toBe('faulty')
    expect(sectionState('products', filled, ['blockList.3.url'])).toBe('open')
    expect(sectionState('basics', filled, [])).toBe('done')
  })

  test('SALES-PAGE-40 Pictures uploaded in the form are stored when it is saved, each set at its field', () => {
    const picture = { kind: 'picture' as const, id: 'p', url: '/media/image/ib.webp', caption: '' }
    const film = { kind: 'video' as const, id: 'v', videoId: id, heading: '', posterUrl: '/media/image/ic.webp' }
    const values = {
      ...filled,
      posterInfoList: ['/media/image/ia.webp', '/media/seed/x.webp'],
      blockList: [picture, film],
    }
    expect(picturesOf(values).map(({ field }) => field)).toEqual([
      'posterInfoList',
      'blockList.0.url',
      'blockList.1.posterUrl',
    ])
  })

  test('SALES-PAGE-41 The preview leaves out what visitors would not see: unknown products, blocks without their thing', () => {
    const blockList = [
      { kind: 'product' as const, id: 'a', productId: id, note: '' },
      emptyBlock('picture', 'b'),
      emptyBlock('video', 'c'),
      emptyBlock('countdown', 'd'),
      emptyBlock('text', 'e'),
    ]
    const firm = { name: '', imgUrl: '', contactLink: '', legalName: '', taxId: '', legalAddress: '', legalPhone: '' }
    const sale = saleOf(
      { ...filled, blockList, productIdList: [id] },
      { products: new Map(), videos: new Map() },
      { firm, action: null, now: '2026-11-20T00:00:00.000Z', untitled: '' },
    )
    expect(sale.blocks.map((block) => block.id)).toEqual(['e'])
    expect(sale.products).toEqual([])
  })
})
