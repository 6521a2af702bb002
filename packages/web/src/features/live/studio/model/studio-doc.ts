import { scriptRowId } from '@kaimai/contract/live/script-sheet-merge.rules.ts'
import type { LiveFields } from '../../live-values.ts'

/** The lists of a live that the studio edits. */
export type StudioFields = Pick<
  LiveFields,
  'commentList' | 'productList' | 'fakeTicket' | 'callToAction' | 'poll' | 'giveaway' | 'hearts' | 'audienceCurve'
>

export const trackIds = [
  'comment',
  'product',
  'fakeTicket',
  'callToAction',
  'poll',
  'giveaway',
  'hearts',
  'audience',
] as const
export type TrackId = (typeof trackIds)[number]

interface OnTrack<T extends TrackId> {
  /** Its name while the studio is open; known to nobody else. */
  readonly key: string
  readonly track: T
  /** Milliseconds from the begin. */
  readonly atMs: number
  /** By what it is known in files, once it has changed. */
  readonly id?: string | undefined
}
/** `endMs` null: until the end of the programme, or until another of its kind takes its place. */
interface Lasting {
  readonly endMs: number | null
}

export type CommentClip = OnTrack<'comment'> & Omit<LiveFields['commentList'][number], 'commentTime'>
export type ProductClip = OnTrack<'product'> & Lasting & Omit<LiveFields['productList'][number], 'showAt' | 'hideAt'>
export type TicketClip = OnTrack<'fakeTicket'> & Omit<LiveFields['fakeTicket'][number], 'at'>
export type CallClip = OnTrack<'callToAction'> & Lasting & { readonly text: string; readonly url: string }
export type PollClip = OnTrack<'poll'> & Omit<LiveFields['poll'][number], 'at'>
export type GiveawayClip = OnTrack<'giveaway'> & Omit<LiveFields['giveaway'][number], 'at'>
export type HeartsClip = OnTrack<'hearts'> & Omit<LiveFields['hearts'][number], 'at'>
export type AudienceClip = OnTrack<'audience'> & { readonly count: number }
export type Clip =
  | CommentClip
  | ProductClip
  | TicketClip
  | CallClip
  | PollClip
  | GiveawayClip
  | HeartsClip
  | AudienceClip

/** A product that stands in the list alone: its card is never shown by itself. */
export interface ListedProduct {
  readonly key: string
  readonly track: 'listed'
  readonly product: LiveFields['productList'][number]
}

/** All that the timeline shows. Lists are sorted by time, but the products, which keep the order of the room's list. */
export interface StudioDoc {
  readonly comment: readonly CommentClip[]
  readonly product: readonly (ProductClip | ListedProduct)[]
  readonly fakeTicket: readonly TicketClip[]
  readonly callToAction: readonly CallClip[]
  readonly poll: readonly PollClip[]
  readonly giveaway: readonly GiveawayClip[]
  readonly hearts: readonly HeartsClip[]
  readonly audience: readonly AudienceClip[]
}

export const emptyDoc: StudioDoc = {
  comment: [],
  product: [],
  fakeTicket: [],
  callToAction: [],
  poll: [],
  giveaway: [],
  hearts: [],
  audience: [],
}

let made = 0
/** A name for a clip that was never there before. */
export const newKey = (): string => {
  made += 1
  return `k${made}`
}

const msOf = (seconds: number): number => (Number.isFinite(seconds) ? Math.max(0, Math.round(seconds * 1000)) : 0)
const secondsOf = (ms: number): number => ms / 1000

/** By time; what stands at the same time keeps its order. */
export const byTime = <T extends { readonly atMs: number }>(clips: readonly T[]): readonly T[] => {
  for (let at = 1; at < clips.length; at += 1)
    if ((clips[at - 1]?.atMs ?? 0) > (clips[at]?.atMs ?? 0)) return clips.toSorted((a, b) => a.atMs - b.atMs)
  return clips
}

/**
 * A row of a list and its clip are distinguished by their identity, not by their text: as long as neither is
 * changed, going there and back gives the very same objects.
 */
const clipOf = new WeakMap<object, Clip | ListedProduct>()
const thingOf = new WeakMap<object, object>()

const remembered = <T extends object, C extends Clip | ListedProduct>(thing: T, make: () => C): C => {
  const known = clipOf.get(thing)
  // What is kept was made by the same function from the same thing.
  if (known !== undefined) return known as C
  const clip = make()
  clipOf.set(thing, clip)
  thingOf.set(clip, thing)
  return clip
}

const written = <T extends object>(clip: Clip | ListedProduct, make: () => T): T => {
  const known = thingOf.get(clip)
  if (known !== undefined) return known as T
  const thing = make()
  thingOf.set(clip, thing)
  clipOf.set(thing, clip)
  return thing
}

/** What has one time alone, as a clip. */
const momentOf = <T extends { readonly at: number }>({ at, ...rest }: T) => ({ key: newKey(), atMs: msOf(at), ...rest })

/** The lists of a live as clips. */
export const docOf = (fields: StudioFields): StudioDoc => ({
  comment: byTime(
    fields.commentList.map((thing) =>
      remembered(thing, (): CommentClip => {
        const { commentTime, ...rest } = thing
        return { key: newKey(), track: 'comment', atMs: msOf(commentTime), ...rest }
      }),
    ),
  ),
  product: fields.productList.map((thing) =>
    remembered(thing, (): ProductClip | ListedProduct => {
      const { showAt, hideAt, ...rest } = thing
      if (showAt === null) return { key: newKey(), track: 'listed', product: thing }
      const endMs = hideAt === null ? null : msOf(hideAt)
      return { key: newKey(), track: 'product', atMs: msOf(showAt), endMs, ...rest }
    }),
  ),
  fakeTicket: byTime(
    fields.fakeTicket.map((thing) =>
      remembered(thing, (): TicketClip => ({ track: 'fakeTicket', ...momentOf(thing) })),
    ),
  ),
  callToAction: byTime(
    fields.callToAction.map((thing) =>
      remembered(thing, (): CallClip => {
        const { at, until = null, ...rest } = thing
        const endMs = until === null ? null : msOf(until)
        return { key: newKey(), track: 'callToAction', atMs: msOf(at), endMs, ...rest }
      }),
    ),
  ),
  poll: byTime(fields.poll.map((thing) => remembered(thing, (): PollClip => ({ track: 'poll', ...momentOf(thing) })))),
  giveaway: byTime(
    fields.giveaway.map((thing) => remembered(thing, (): GiveawayClip => ({ track: 'giveaway', ...momentOf(thing) }))),
  ),
  hearts: byTime(
    fields.hearts.map((thing) => remembered(thing, (): HeartsClip => ({ track: 'hearts', ...momentOf(thing) }))),
  ),
  audience: byTime(
    fields.audienceCurve.map((thing) =>
      remembered(thing, (): AudienceClip => ({ track: 'audience', ...momentOf(thing) })),
    ),
  ),
})

/** A clip that has one time alone, as a row; of what stands in no file there is no id. */
const rowOf = <T extends OnTrack<TrackId>>({ key: _key, track: _track, atMs, ...rest }: T) => ({
  ...rest,
  at: secondsOf(atMs),
})

const commentOf = (clip: CommentClip): StudioFields['commentList'][number] =>
  written(clip, () => {
    const { key: _key, track: _track, atMs, ...rest } = clip
    return { ...rest, commentTime: secondsOf(atMs) }
  })
const productOf = (clip: ProductClip | ListedProduct): StudioFields['productList'][number] =>
  written(clip, () => {
    if (clip.track === 'listed') return clip.product
    const { key: _key, track: _track, atMs, endMs, ...rest } = clip
    return { ...rest, showAt: secondsOf(atMs), hideAt: endMs === null ? null : secondsOf(endMs) }
  })
const ticketOf = (clip: TicketClip): StudioFields['fakeTicket'][number] => written(clip, () => rowOf(clip))
const callOf = (clip: CallClip): StudioFields['callToAction'][number] =>
  written(clip, () => {
    const { key: _key, track: _track, atMs, endMs, ...rest } = clip
    return { ...rest, at: secondsOf(atMs), until: endMs === null ? null : secondsOf(endMs) }
  })
const pollOf = (clip: PollClip): StudioFields['poll'][number] =>
  written(clip, () => ({ ...rowOf(clip), options: clip.options.filter((text) => text.trim() !== '') }))
const giveawayOf = (clip: GiveawayClip): StudioFields['giveaway'][number] => written(clip, () => rowOf(clip))
const pointOf = (clip: AudienceClip): StudioFields['audienceCurve'][number] => written(clip, () => rowOf(clip))

/** The clips as the lists that are saved. */
export const fieldsOfDoc = (doc: StudioDoc): StudioFields => ({
  commentList: doc.comment.map(commentOf),
  productList: doc.product.map(productOf),
  fakeTicket: doc.fakeTicket.map(ticketOf),
  callToAction: doc.callToAction.map(callOf),
  poll: doc.poll.map(pollOf),
  giveaway: doc.giveaway.map((clip) => written(clip, () => rowOf(clip))),
  hearts: doc.hearts.map((clip) => written(clip, () => rowOf(clip))),
  audienceCurve: doc.audience.map(pointOf),
})

/** By what a clip is known in files: it keeps this while it changes. */
export const rowIdOf = (clip: Clip): string => {
  switch (clip.track) {
    case 'comment':
      return scriptRowId('commentList', commentOf(clip))
    case 'product':
      return scriptRowId('productList', productOf(clip))
    case 'fakeTicket':
      return scriptRowId('fakeTicket', ticketOf(clip))
    case 'callToAction':
      return scriptRowId('callToAction', callOf(clip))
    case 'poll':
      return scriptRowId('poll', pollOf(clip))
    case 'giveaway':
      return scriptRowId('giveaway', giveawayOf(clip))
    // Stand in no file.
    case 'hearts':
      return clip.key
    case 'audience':
      return scriptRowId('audienceCurve', pointOf(clip))
  }
}

/** Whether both hold the same things in the same order. */
export const isSameDoc = (a: StudioDoc, b: StudioDoc): boolean =>
  a === b ||
  trackIds.every((track) => {
    const [one, other] = [a[track], b[track]]
    return one === other || (one.length === other.length && one.every((clip, at) => clip === other[at]))
  })

/** The clips of a track that stand on the timeline. */
export const clipsOn = (doc: StudioDoc, track: TrackId): readonly Clip[] =>
  track === 'product' ? productClips(doc) : doc[track]

const shownProducts = new WeakMap<StudioDoc['product'], readonly ProductClip[]>()
/** The products that are shown at a time, by time. */
export const productClips = ({ product }: Pick<StudioDoc, 'product'>): readonly ProductClip[] => {
  let clips = shownProducts.get(product)
  if (clips === undefined) {
    clips = byTime(product.filter((clip): clip is ProductClip => clip.track === 'product'))
    shownProducts.set(product, clips)
  }
  return clips
}

/** All clips, track by track. */
export const allClips = (doc: StudioDoc): readonly Clip[] => trackIds.flatMap((track) => clipsOn(doc, track))

export const clipCount = (doc: StudioDoc): number =>
  trackIds.reduce((sum, track) => sum + (track === 'audience' ? 0 : clipsOn(doc, track).length), 0)

/** The clips of these names, by time. */
export const clipsNamed = (doc: StudioDoc, keys: ReadonlySet<string>): readonly Clip[] =>
  keys.size === 0 ? [] : byTime(trackIds.flatMap((track) => clipsOn(doc, track).filter((clip) => keys.has(clip.key))))

export const clipNamed = (doc: StudioDoc, key: string): Clip | undefined => clipsNamed(doc, new Set([key]))[0]

/** Where a clip ends as it is drawn: what is a moment ends where it begins. */
export const endOf = (clip: Clip, lengthMs: number): number =>
  'endMs' in clip ? (clip.endMs ?? Math.max(lengthMs, clip.atMs)) : clip.atMs

/** Until when a clip is really seen: a call without an end goes when the next one begins. */
export const seenUntil = (doc: Pick<StudioDoc, 'callToAction'>, clip: Clip, lengthMs: number): number => {
  if (clip.track !== 'callToAction' || clip.endMs !== null) return endOf(clip, lengthMs)
  return doc.callToAction.find(({ key, atMs }) => key !== clip.key && atMs > clip.atMs)?.atMs ?? endOf(clip, lengthMs)
}

export const isLasting = (clip: Clip): clip is ProductClip | CallClip => 'endMs' in clip

/** A product of the list alone with other facts; with a time it comes onto the timeline. */
export const fitListed = (
  doc: StudioDoc,
  row: ListedProduct,
  changes: { readonly livePrice?: number | null; readonly showLeft?: boolean; readonly atMs?: number },
): StudioDoc => {
  const { atMs, ...rest } = changes
  const product = { ...row.product, ...rest }
  const { showAt: _showAt, hideAt: _hideAt, ...facts } = product
  const next: ProductClip | ListedProduct =
    atMs === undefined
      ? { key: newKey(), track: 'listed', product }
      : { key: newKey(), track: 'product', atMs, endMs: null, ...facts }
  return { ...doc, product: doc.product.map((each) => (each === row ? next : each)) }
}
