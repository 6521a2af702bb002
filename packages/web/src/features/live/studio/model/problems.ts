import { Link } from '@kaimai/contract/common/fields.ts'
import { comparableWord } from '@kaimai/contract/room/giveaway.schema.ts'
import { PollQuestion } from '@kaimai/contract/room/poll.schema.ts'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { type Clip, endOf, productClips, type StudioDoc } from './studio-doc.ts'

export const problemKinds = [
  'noText',
  'noName',
  'badUrl',
  'pollOptions',
  'noWord',
  'outside',
  'productGone',
  'noLivePrice',
  'priceNotLower',
  'soldOut',
  'overlap',
  'cutShort',
  'notListed',
] as const
export type ProblemKind = (typeof problemKinds)[number]

export interface Problem {
  readonly key: string
  readonly kind: ProblemKind
  /** It can't be saved like this; else it is only worth a look. */
  readonly isFieldError: boolean
  /** Of `overlap` and `cutShort`: the other one. */
  readonly other?: Clip
}

export interface ProblemFacts {
  readonly lengthMs: number
  readonly known: ReadonlyMap<string, Pick<Product, 'price' | 'specialOfferPrice' | 'stock'>>
  /** Whether all products that the live names have been looked up. */
  readonly isLookedUp: boolean
}

const link = Link(300)

const labelsOf = (clip: Clip): string | undefined => {
  if (clip.track === 'comment') return clip.commentText
  if (clip.track === 'poll') return clip.question
  if (clip.track === 'giveaway') return clip.prize
  return clip.track === 'callToAction' ? clip.text : undefined
}
const speakerOf = (clip: Clip): string | undefined =>
  clip.track === 'comment' || clip.track === 'fakeTicket' ? clip.userName : undefined

/** What is wrong or odd about the clips; at most one of a kind for each, the weightiest first. */
export const problemsOf = (doc: StudioDoc, { lengthMs, known, isLookedUp }: ProblemFacts): readonly Problem[] => {
  const errors: Problem[] = []
  const hints: Problem[] = []
  const error = (clip: Clip, kind: ProblemKind) => errors.push({ key: clip.key, kind, isFieldError: true })
  const hint = (clip: Clip, kind: ProblemKind, other?: Clip) =>
    hints.push({ key: clip.key, kind, isFieldError: false, ...(other === undefined ? {} : { other }) })
  const common = (clip: Clip) => {
    if (labelsOf(clip)?.trim() === '') error(clip, 'noText')
    if (speakerOf(clip)?.trim() === '') error(clip, 'noName')
    if (clip.atMs > lengthMs) hint(clip, 'outside')
  }

  for (const clip of doc.comment) common(clip)

  const products = productClips(doc)
  const listed = new Set(doc.product.map((each) => (each.track === 'listed' ? each.product.productId : each.productId)))
  let longest: Clip | undefined
  for (const clip of products) {
    common(clip)
    const product = known.get(clip.productId)
    if (product === undefined) {
      if (isLookedUp) error(clip, 'productGone')
    } else {
      if (product.stock === 0) hint(clip, 'soldOut')
      const { livePrice = null } = clip
      if (livePrice === null && product.specialOfferPrice === null) hint(clip, 'noLivePrice')
      else if (livePrice !== null && livePrice >= product.price) hint(clip, 'priceNotLower')
    }
    // Only against the one that lasts longest: one sentence a clip is enough.
    if (longest !== undefined && endOf(longest, lengthMs) > clip.atMs) hint(clip, 'overlap', longest)
    if (longest === undefined || endOf(clip, lengthMs) > endOf(longest, lengthMs)) longest = clip
  }

  for (const clip of doc.fakeTicket) {
    common(clip)
    if (!listed.has(clip.productId)) hint(clip, 'notListed')
  }

  for (const [at, clip] of doc.callToAction.entries()) {
    common(clip)
    if (!link.safeParse(clip.url).success) error(clip, 'badUrl')
    const next = doc.callToAction[at + 1]
    if (next !== undefined && clip.endMs !== null && clip.endMs > next.atMs) hint(clip, 'cutShort', next)
  }
  for (const clip of doc.poll) {
    common(clip)
    const given = clip.options.filter((text) => text.trim() !== '')
    if (!PollQuestion.shape.options.safeParse(given).success) error(clip, 'pollOptions')
  }
  for (const clip of doc.giveaway) {
    common(clip)
    if (comparableWord(clip.word) === '') error(clip, 'noWord')
  }
  for (const clip of [...doc.hearts, ...doc.audience]) common(clip)
  return [...errors, ...hints]
}
