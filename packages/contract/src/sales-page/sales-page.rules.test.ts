import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reservedWords } from '../common/fields.ts'
import {
  blockKinds,
  fewLeft,
  salesPageStateAt,
  salesPageStates,
  stockWord,
  textParts,
  withoutCard,
} from './sales-page.rules.ts'
import { Block, SalesPageBody, SalesUrl } from './sales-page.schema.ts'

const id = (n: number) => `01980000-0000-7000-8000-${String(n).padStart(12, '0')}`
const instant = fc.option(fc.integer({ min: 0, max: 1000 }), { nil: null })

describe('the state of a page', () => {
  test('SALES-PAGE-1 A page is in exactly one state: a draft until published, open from its begin up to its end', () =>
    fc.assert(
      fc.property(fc.boolean(), instant, instant, fc.integer({ min: 0, max: 1000 }), (published, begin, end, now) => {
        const state = salesPageStateAt({ published, beginAtMs: begin, endAtMs: end }, now)
        expect(salesPageStates).toContain(state)
        expect(state === 'draft').toBe(!published)
        const isOpen = published && (begin === null || now >= begin) && (end === null || now < end)
        expect(state === 'open').toBe(isOpen)
        if (published && end !== null && now >= end) expect(state).toBe('closed')
      }),
    ))

  test('SALES-PAGE-2 A published page never goes back: scheduled, then open, then closed', () =>
    fc.assert(
      fc.property(instant, instant, (beginAtMs, endAtMs) => {
        const order = Array.from({ length: 102 }, (_, step) =>
          salesPageStates.indexOf(salesPageStateAt({ published: true, beginAtMs, endAtMs }, step * 10)),
        )
        expect(order).toEqual(order.toSorted((a, b) => a - b))
      }),
    ))
})

describe('the address', () => {
  test('SALES-PAGE-3 An address has 3–64 of a–z, 0–9 and -, not at either end, and is no word that routes use', () => {
    for (const word of reservedWords) expect(SalesUrl.safeParse(word).success, word).toBe(false)
    for (const wrong of ['ab', '-abc', 'abc-', 'a_b', '秋窯', 'a b c', 'x'.repeat(65), '../etc'])
      expect(SalesUrl.safeParse(wrong).success, wrong).toBe(false)
    expect(SalesUrl.parse(' Autumn-Kiln ')).toBe('autumn-kiln')
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$/), (url) => {
        const isWord = (reservedWords as readonly string[]).includes(url)
        expect(SalesUrl.safeParse(url).success).toBe(!isWord)
      }),
    )
  })
})

const page = { title: '秋窯', customUrl: 'autumn' }
const text = (blockId: string) => ({ kind: 'text' as const, id: blockId, heading: '', text: 'x' })
const fieldsOf = (body: unknown) =>
  (SalesPageBody.safeParse(body).error?.issues ?? []).map(({ path }) => path.join('.'))

describe('what a page may hold', () => {
  test('SALES-PAGE-4 An unknown kind of block, or a field that a block does not have, is refused', () => {
    expect(fieldsOf({ ...page, blockList: [text('a')] })).toEqual([])
    expect(fieldsOf({ ...page, blockList: [{ kind: 'html', id: 'a', html: '<b>' }] })).not.toEqual([])
    expect(fieldsOf({ ...page, blockList: [{ ...text('a'), html: '<b>' }] })).not.toEqual([])
    expect(blockKinds.toSorted()).toEqual(Block.options.map((option) => option.shape.kind.value).toSorted())
  })

  test('SALES-PAGE-5 A link is no script, a picture is one of ours', () => {
    const contact = { kind: 'contact', id: 'c', heading: '', text: '', label: '', link: '' }
    const picture = { kind: 'picture', id: 'p', url: '', caption: '' }
    for (const link of ['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'https://a b'])
      expect(fieldsOf({ ...page, blockList: [{ ...contact, link }] }), link).toEqual(['blockList.0.link'])
    for (const link of ['', 'https://line.me/x', 'tel:+886223456789', 'mailto:a@b.tw', '/f/demo'])
      expect(fieldsOf({ ...page, blockList: [{ ...contact, link }] }), link).toEqual([])
    for (const url of ['', 'https://evil.example/a.png', '/media/../etc/passwd', 'javascript:x'])
      expect(fieldsOf({ ...page, blockList: [{ ...picture, url }] }), url).not.toEqual([])
    expect(fieldsOf({ ...page, blockList: [{ ...picture, url: '/media/image/iabc.webp' }] })).toEqual([])
  })

  test('SALES-PAGE-6 Only a page with a product can be published; a card shows a product of the list, each once', () => {
    const card = (productId: string) => ({ kind: 'product', id: 'card', productId, note: '' })
    expect(fieldsOf({ ...page, published: true })).toEqual(['productIdList'])
    expect(fieldsOf({ ...page, published: true, productIdList: [id(1)] })).toEqual([])
    expect(fieldsOf({ ...page, productIdList: [id(1), id(1)] })).toEqual(['productIdList'])
    expect(fieldsOf({ ...page, productIdList: [id(1)], blockList: [card(id(2))] })).toEqual(['blockList.0.productId'])
    expect(fieldsOf({ ...page, blockList: [text('a'), text('a')] })).toEqual(['blockList.1.id'])
  })

  test('SALES-PAGE-7 The end is after the begin', () => {
    const [beginAt, endAt] = ['2026-11-21T12:00:00Z', '2026-11-22T12:00:00Z']
    expect(fieldsOf({ ...page, beginAt, endAt })).toEqual([])
    expect(fieldsOf({ ...page, beginAt: endAt, endAt: beginAt })).toEqual(['endAt'])
    expect(fieldsOf({ ...page, beginAt, endAt: beginAt })).toEqual(['endAt'])
  })

  test('SALES-PAGE-8 Products without a card of their own stand below in the merchant’s order, none twice, none lost', () =>
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(30)), fc.array(fc.nat(30)), (listed, carded) => {
        const ids = listed.map(id)
        const blocks = carded.map((n) => ({ kind: 'product', productId: id(n) }))
        const below = withoutCard(ids, blocks)
        expect(below).toEqual(ids.filter((each) => !carded.map(id).includes(each)))
      }),
    ))
})

describe('plain text', () => {
  test('SALES-PAGE-9 No sign of a text is lost or made: paragraphs, lines and points hold all that was typed', () =>
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constantFrom('', '- 一', '・二', '<script>', '  • 三 ')), { maxLength: 12 }),
        (lines) => {
          const typed = lines.join('\n')
          const parts = textParts(typed)
          const shown = parts.flatMap((part) => (part.kind === 'list' ? part.points : part.lines))
          const bare = (words: string) => words.replace(/[\s\-*・•]/gu, '')
          expect(bare(shown.join(''))).toBe(bare(typed))
          expect(shown.every((line) => line.trim() !== '')).toBe(true)
        },
      ),
    ))

  test('SALES-PAGE-10 An empty line ends a paragraph, - and ・ begin a point', () => {
    expect(textParts('一\n二\n\n三\n- 甲\n・乙\n四')).toEqual([
      { kind: 'paragraph', lines: ['一', '二'] },
      { kind: 'paragraph', lines: ['三'] },
      { kind: 'list', points: ['甲', '乙'] },
      { kind: 'paragraph', lines: ['四'] },
    ])
  })
})

test('SALES-PAGE-11 What is left is said truly: sold out at nought, few up to five', () => {
  expect([0, 1, fewLeft, fewLeft + 1, 999].map(stockWord)).toEqual(['soldOut', 'few', 'few', 'left', 'left'])
})
