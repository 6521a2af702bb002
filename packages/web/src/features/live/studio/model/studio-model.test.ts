import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addClips,
  copyClips,
  duplicateClips,
  moveClips,
  max,
  pasteClips,
  patchClip,
  removeClips,
  replaceWords,
  resizeClip,
  splitClips,
} from './edit.ts'
import { momentLanes, textWidth } from './lanes.ts'
import { marksOf, snap } from './snap.ts'
import {
  allClips,
  clipNamed,
  docOf,
  emptyDoc,
  endOf,
  fieldsOfDoc,
  isLasting,
  isSameDoc,
  type StudioDoc,
  type StudioFields,
} from './studio-doc.ts'
import { between, neighbour } from './time-index.ts'
import { problemsOf } from './problems.ts'

const lengthMs = 600_000
const productIds = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']

const second = fc.integer({ min: 0, max: 5990 }).map((tenths) => tenths / 10)
const span = fc.tuple(second, fc.integer({ min: 5, max: 600 })).map(([at, tenths]) => ({
  at,
  until: Math.min(600, Math.round(at * 10 + tenths) / 10),
}))

const fields: fc.Arbitrary<StudioFields> = fc.record({
  commentList: fc.array(
    fc.record({
      userImgId: fc.constant('set/1'),
      userImgUrl: fc.constant('/media/user-img/1.webp'),
      userName: fc.constantFrom('阿德', '小鹿媽咪', '蘇打餅'),
      commentText: fc.constantFrom('晚安大家', '這把壺的落灰好美', '180ml 適合幾個人？'),
      commentTime: second,
    }),
    { maxLength: 30 },
  ),
  productList: fc.array(
    fc
      .tuple(span, fc.boolean(), fc.boolean(), fc.constantFrom(...productIds))
      .map(([{ at, until }, isShown, ends, productId]) => ({
        productId,
        showAt: isShown ? at : null,
        hideAt: isShown && ends ? until : null,
        livePrice: null,
        showLeft: true,
      })),
    { maxLength: 8 },
  ),
  fakeTicket: fc.array(
    fc.record({
      at: second,
      userName: fc.constant('林*君'),
      productId: fc.constantFrom(...productIds),
      quantity: fc.integer({ min: 1, max: 9 }),
    }),
    { maxLength: 10 },
  ),
  callToAction: fc.array(
    fc.tuple(span, fc.boolean()).map(([{ at, until }, ends]) => ({
      at,
      until: ends ? until : null,
      text: '領 NT$100 折價券',
      url: '',
    })),
    { maxLength: 6 },
  ),
  poll: fc.array(
    fc.record({
      at: second,
      question: fc.constant('先看哪一件？'),
      options: fc.constant(['碗', '壺']),
      seconds: fc.integer({ min: 10, max: 900 }),
    }),
    { maxLength: 4 },
  ),
  giveaway: fc.array(
    fc.record({
      at: second,
      prize: fc.constant('筷架'),
      word: fc.constant('開窯'),
      winners: fc.integer({ min: 1, max: 20 }),
      seconds: fc.integer({ min: 10, max: 900 }),
    }),
    { maxLength: 4 },
  ),
  hearts: fc.array(
    fc.record({
      at: second,
      count: fc.integer({ min: 1, max: 10_000 }),
      seconds: fc.integer({ min: 1, max: 600 }),
    }),
    { maxLength: 4 },
  ),
  audienceCurve: fc.array(fc.record({ at: second, count: fc.nat(400) }), { maxLength: 10 }),
})
const docs = fields.map(docOf)

type Act = (doc: StudioDoc) => StudioDoc

/** Any clips of a document, by numbers that are drawn before it is known. */
const someOf = (doc: StudioDoc, picks: readonly number[]): ReadonlySet<string> => {
  const clips = allClips(doc)
  return new Set(picks.flatMap((pick) => clips[pick % Math.max(1, clips.length)]?.key ?? []))
}

const anyMs = fc.integer({ min: -700_000, max: 1_300_000 })
const picks = fc.array(fc.nat(100), { maxLength: 5 })
const acts: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(picks, anyMs).map(
    ([some, by]): Act =>
      (doc) =>
        moveClips(doc, someOf(doc, some), by, lengthMs),
  ),
  fc.tuple(fc.nat(100), fc.constantFrom('start', 'end'), anyMs).map(
    ([pick, edge, to]): Act =>
      (doc) =>
        resizeClip(doc, [...someOf(doc, [pick])][0] ?? '', edge, to, lengthMs),
  ),
  picks.map(
    (some): Act =>
      (doc) =>
        duplicateClips(doc, someOf(doc, some), lengthMs)?.doc ?? doc,
  ),
  fc.tuple(picks, anyMs).map(
    ([some, at]): Act =>
      (doc) => {
        const copied = copyClips(doc, someOf(doc, some))
        return (copied && pasteClips(doc, copied, at, lengthMs)?.doc) ?? doc
      },
  ),
  picks.map(
    (some): Act =>
      (doc) =>
        removeClips(doc, someOf(doc, some)),
  ),
  fc.tuple(picks, anyMs).map(
    ([some, at]): Act =>
      (doc) =>
        splitClips(doc, someOf(doc, some), at, lengthMs)?.doc ?? doc,
  ),
  fc.tuple(fc.nat(100), anyMs).map(
    ([pick, atMs]): Act =>
      (doc) =>
        patchClip(doc, [...someOf(doc, [pick])][0] ?? '', { atMs }, lengthMs),
  ),
  anyMs.map(
    (atMs): Act =>
      (doc) =>
        addClips(doc, [{ track: 'audience', atMs, count: 5 }], lengthMs)?.doc ?? doc,
  ),
)

const isSorted = (clips: readonly { readonly atMs: number }[]) =>
  clips.every(({ atMs }, at) => at === 0 || (clips[at - 1]?.atMs ?? 0) <= atMs)

const expectSound = (doc: StudioDoc) => {
  for (const clip of allClips(doc)) {
    expect(clip.atMs).toBeGreaterThanOrEqual(0)
    expect(clip.atMs).toBeLessThanOrEqual(lengthMs)
    if (!isLasting(clip) || clip.endMs === null) continue
    expect(clip.endMs).toBeGreaterThan(clip.atMs)
    expect(clip.endMs).toBeLessThanOrEqual(lengthMs)
  }
  for (const list of [doc.comment, doc.fakeTicket, doc.callToAction, doc.poll, doc.giveaway, doc.hearts, doc.audience])
    expect(isSorted(list)).toBe(true)
  const keys = allClips(doc).map(({ key }) => key)
  expect(new Set(keys).size).toBe(keys.length)
}

describe('the document of the studio', () => {
  test('LIVE-130 The lists of a live become clips and the same lists again, unchanged things the very same', () => {
    fc.assert(
      fc.property(fields, (given) => {
        const back = fieldsOfDoc(docOf(given))
        expect(back.productList).toEqual(given.productList)
        for (const [at, thing] of back.productList.entries()) expect(thing).toBe(given.productList[at])
        expect(back.commentList).toEqual(given.commentList.toSorted((a, b) => a.commentTime - b.commentTime))
        expect(new Set(back.commentList)).toEqual(new Set(given.commentList))
        expect(isSameDoc(docOf(back), docOf(given))).toBe(true)
      }),
    )
  })

  test('LIVE-131 Whatever is done, nothing leaves the programme, ends come after begins, and lists stay sorted', () => {
    fc.assert(
      fc.property(docs, fc.array(acts, { maxLength: 25 }), (start, done) => {
        let doc = start
        for (const act of done) {
          doc = act(doc)
          expectSound(doc)
        }
      }),
    )
  })

  test('LIVE-132 Clips that are moved together keep their distances, however far they are pushed', () => {
    fc.assert(
      fc.property(docs, picks, anyMs, (doc, some, by) => {
        const keys = someOf(doc, some)
        const moved = moveClips(doc, keys, by, lengthMs)
        const shifts = new Set(
          [...keys].map((key) => (clipNamed(moved, key)?.atMs ?? 0) - (clipNamed(doc, key)?.atMs ?? 0)),
        )
        expect(shifts.size).toBeLessThanOrEqual(1)
        for (const clip of allClips(doc)) if (!keys.has(clip.key)) expect(clipNamed(moved, clip.key)).toBe(clip)
      }),
    )
  })

  test('LIVE-133 A clip that is cut shows what it showed before, without a gap', () => {
    fc.assert(
      fc.property(docs, picks, fc.integer({ min: 0, max: lengthMs }), (doc, some, at) => {
        const keys = someOf(doc, some)
        const cut = splitClips(doc, keys, at, lengthMs)
        if (cut === undefined) return
        for (const key of cut.keys) {
          const later = clipNamed(cut.doc, key)
          expect(later?.atMs).toBe(at)
        }
        for (const key of keys) {
          const [before, after] = [clipNamed(doc, key), clipNamed(cut.doc, key)]
          if (!before || !after || before === after) continue
          expect(after.atMs).toBe(before.atMs)
          expect(endOf(after, lengthMs)).toBe(at)
        }
        expect(allClips(cut.doc)).toHaveLength(allClips(doc).length + cut.keys.size)
      }),
    )
  })

  test('LIVE-134 What is cut away from the end of a product goes on until where it ended', () => {
    const doc = docOf({
      ...fieldsOfDoc(emptyDoc),
      productList: [{ productId: productIds[0] ?? '', showAt: 10, hideAt: 60, livePrice: 100, showLeft: false }],
    })
    const key = allClips(doc)[0]?.key ?? ''
    const cut = splitClips(doc, new Set([key]), 25_000, lengthMs)
    expect(fieldsOfDoc(cut?.doc ?? doc).productList).toEqual([
      { id: expect.any(String), productId: productIds[0], showAt: 10, hideAt: 25, livePrice: 100, showLeft: false },
      { productId: productIds[0], showAt: 25, hideAt: 60, livePrice: 100, showLeft: false },
    ])
    expect(splitClips(doc, new Set([key]), 10_100, lengthMs)).toBeUndefined()
  })

  test('LIVE-135 A track takes no more than can be saved', () => {
    const full = docOf({
      ...fieldsOfDoc(emptyDoc),
      callToAction: Array.from({ length: max.callToAction }, (_, at) => ({ at, until: null, text: 'x', url: '' })),
    })
    const keys = new Set([full.callToAction[0]?.key ?? ''])
    expect(duplicateClips(full, keys, lengthMs)).toBeUndefined()
    expect(duplicateClips(removeClips(full, new Set([full.callToAction[9]?.key ?? ''])), keys, lengthMs)).toBeDefined()
  })

  test('LIVE-136 Words are replaced as they are typed, never as a pattern', () => {
    const doc = docOf({
      ...fieldsOfDoc(emptyDoc),
      commentList: ['A.B a.b', 'AxB'].map((commentText, at) => ({
        userImgId: '',
        userImgUrl: '',
        userName: '阿德',
        commentText,
        commentTime: at,
      })),
    })
    const { doc: next, count } = replaceWords(doc, { find: 'a.b', by: '$&', matchCase: false, keys: undefined })
    expect([count, next.comment.map(({ commentText }) => commentText)]).toEqual([2, ['$& $&', 'AxB']])
  })
})

describe('where things stand', () => {
  test('LIVE-139 A clip snaps to the nearest edge or the playhead, and to a whole second only when nothing else is near', () => {
    const doc = docOf({
      ...fieldsOfDoc(emptyDoc),
      callToAction: [{ at: 100, until: 130, text: '滿額免運', url: '' }],
    })
    const marks = marksOf(doc, new Set(), lengthMs)
    const near = { marks, playheadMs: 50_300, reachMs: 800 }
    expect(snap([99_500], near)).toMatchObject({ byMs: 500, to: { kind: 'clip', edge: 'start', ms: 100_000 } })
    expect(snap([130_700], near)).toMatchObject({ byMs: -700, to: { kind: 'clip', edge: 'end' } })
    expect(snap([50_000], near)).toMatchObject({ byMs: 300, to: { kind: 'playhead' } })
    expect(snap([70_200], near)).toMatchObject({ byMs: -200, to: { kind: 'second' } })
    expect(snap([70_500], near)).toBeUndefined()
    // Of two edges the nearer one decides for both.
    expect(snap([99_500, 129_900], near)).toMatchObject({ byMs: 100, to: { kind: 'clip', edge: 'end' } })
    expect(marksOf(doc, new Set(doc.callToAction.map(({ key }) => key)), lengthMs)).toHaveLength(2)
  })

  test('LIVE-140 No two things of a track cover each other, and what is too dense stands for all it hides', () => {
    fc.assert(
      fc.property(
        docs,
        fc.double({ min: 0.0005, max: 0.2, noNaN: true }),
        fc.integer({ min: 1, max: 3 }),
        (doc, pxPerMs, lanes) => {
          const placed = momentLanes(doc.comment, {
            lanes,
            pxPerMs,
            widthOf: ({ commentText }) => textWidth(commentText) + 15,
          })
          expect(placed.reduce((sum, { count }) => sum + count, 0)).toBe(doc.comment.length)
          const right = new Map<number, number>()
          for (const { lane, x, width } of placed) {
            expect(lane).toBeLessThan(lanes)
            expect(x).toBeGreaterThanOrEqual(right.get(lane) ?? 0)
            right.set(lane, x + width)
          }
        },
      ),
    )
  })

  test('LIVE-141 What lies between two times, and the next and the one before, are found as by looking at all', () => {
    fc.assert(
      fc.property(docs, fc.nat(lengthMs), fc.nat(lengthMs), ({ comment }, from, to) => {
        expect(between(comment, from, to)).toEqual(comment.filter(({ atMs }) => from <= atMs && atMs < to))
        expect(neighbour(comment, from, 1)).toBe(comment.find(({ atMs }) => atMs > from))
        expect(neighbour(comment, from, -1)).toBe(comment.findLast(({ atMs }) => atMs < from))
      }),
    )
  })

  test('LIVE-142 A clip that cannot be saved is an error; one without a price, covered or cut short only a reminder', () => {
    const [first = '', other = ''] = productIds
    const doc = docOf({
      commentList: [{ userImgId: '', userImgUrl: '', userName: '阿德', commentText: ' ', commentTime: 1 }],
      productList: [
        { productId: first, showAt: 10, hideAt: 60, livePrice: null, showLeft: true },
        { productId: other, showAt: 50, hideAt: null, livePrice: 90_000, showLeft: true },
      ],
      fakeTicket: [{ at: 5, userName: '', productId: '00000000-0000-7000-8000-000000000009', quantity: 1 }],
      callToAction: [
        { at: 1, until: 20, text: '領券', url: 'javascript:alert(1)' },
        { at: 10, until: null, text: '下單', url: '' },
      ],
      poll: [{ at: 3, question: '先看哪一件？', options: ['碗'], seconds: 60 }],
      giveaway: [{ at: 4, prize: '筷架', word: ' ', winners: 1, seconds: 60 }],
      hearts: [],
      audienceCurve: [{ at: 900, count: 3 }],
    })
    const known = new Map([
      [first, { price: 100_000, specialOfferPrice: null, stock: 4 }],
      [other, { price: 80_000, specialOfferPrice: null, stock: 0 }],
    ])
    const found = problemsOf(doc, { lengthMs, known, isLookedUp: true })
    expect(found.filter(({ isFieldError }) => isFieldError).map(({ kind }) => kind)).toEqual([
      'noText',
      'noName',
      'badUrl',
      'pollOptions',
      'noWord',
    ])
    expect(found.filter(({ isFieldError }) => !isFieldError).map(({ kind }) => kind)).toEqual([
      'noLivePrice',
      'soldOut',
      'priceNotLower',
      'overlap',
      'notListed',
      'cutShort',
      'outside',
    ])
  })
})
