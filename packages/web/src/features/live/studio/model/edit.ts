import { askedMax } from '@kaimai/contract/live/live-asked.schema.ts'
import {
  byTime,
  type Clip,
  clipsNamed,
  endOf,
  isLasting,
  type ListedProduct,
  newKey,
  rowIdOf,
  type StudioDoc,
  type TrackId,
  trackIds,
} from './studio-doc.ts'

export type Keys = ReadonlySet<string>
export type Edge = 'start' | 'end'

/** The shortest a clip that lasts may be, in ms. */
export const shortestMs = 500

/** How many of a track the contract takes. */
export const max: Readonly<Record<TrackId, number>> = {
  comment: 5000,
  product: 200,
  fakeTicket: 2000,
  callToAction: 500,
  poll: askedMax,
  giveaway: askedMax,
  hearts: 200,
  audience: 2000,
}

const within = (ms: number, min: number, highest: number): number => Math.max(min, Math.min(highest, Math.round(ms)))

/** The latest that a clip may begin: what lasts has room for its shortest. */
const latestAt = (clip: Pick<Clip, 'track'>, lengthMs: number): number =>
  Math.max(0, clip.track === 'product' || clip.track === 'callToAction' ? lengthMs - shortestMs : lengthMs)

/** Times as they may be: nothing leaves the programme, and an end comes after its begin. */
export const fitted = <C extends Clip>(clip: C, lengthMs: number): C => {
  const atMs = within(clip.atMs, 0, latestAt(clip, lengthMs))
  if (!isLasting(clip) || clip.endMs === null) return clip.atMs === atMs ? clip : { ...clip, atMs }
  const endMs = within(clip.endMs, Math.min(atMs + shortestMs, lengthMs), lengthMs)
  return clip.atMs === atMs && clip.endMs === endMs ? clip : { ...clip, atMs, endMs }
}

type Any = Clip | ListedProduct
const isClip = (clip: Any): clip is Clip => clip.track !== 'listed'

/** A track after each of its clips was looked at; the same list when none was changed. */
const mapped = <C extends Any>(clips: readonly C[], change: (clip: C) => C): readonly C[] => {
  let changed: C[] | undefined
  for (const [at, clip] of clips.entries()) {
    const next = change(clip)
    if (next === clip) continue
    changed ??= [...clips]
    changed[at] = next
  }
  return changed ?? clips
}

/** The document with every clip of the names changed; what changes is from then on known by an id of its own. */
const changeClips = (doc: StudioDoc, keys: Keys, change: <C extends Clip>(clip: C) => C): StudioDoc => {
  const apply = <C extends Any>(clip: C): C => {
    if (!isClip(clip) || !keys.has(clip.key)) return clip
    const next = change(clip)
    return (next === clip || next.id !== undefined ? next : { ...next, id: rowIdOf(clip) }) as C
  }
  return {
    comment: byTime(mapped(doc.comment, apply)),
    product: mapped(doc.product, apply),
    fakeTicket: byTime(mapped(doc.fakeTicket, apply)),
    callToAction: byTime(mapped(doc.callToAction, apply)),
    poll: byTime(mapped(doc.poll, apply)),
    giveaway: byTime(mapped(doc.giveaway, apply)),
    hearts: byTime(mapped(doc.hearts, apply)),
    audience: byTime(mapped(doc.audience, apply)),
  }
}

/** How far the clips can really move together: none leaves the programme, all keep their distances. */
export const possibleMove = (clips: readonly Clip[], byMs: number, lengthMs: number): number => {
  let first = Number.POSITIVE_INFINITY
  let room = Number.POSITIVE_INFINITY
  for (const clip of clips) {
    first = Math.min(first, clip.atMs)
    const own = isLasting(clip) && clip.endMs !== null ? lengthMs - clip.endMs : latestAt(clip, lengthMs) - clip.atMs
    room = Math.min(room, own)
  }
  if (first === Number.POSITIVE_INFINITY) return 0
  // What lies outside already (the video was changed) comes back in.
  return Math.max(-first, Math.min(Math.round(byMs), room))
}

export const moveClips = (doc: StudioDoc, keys: Keys, byMs: number, lengthMs: number): StudioDoc => {
  const by = possibleMove(clipsNamed(doc, keys), byMs, lengthMs)
  if (by === 0) return doc
  return changeClips(doc, keys, (clip) => {
    const moved = { ...clip, atMs: clip.atMs + by }
    const ended = isLasting(moved) && moved.endMs !== null ? { ...moved, endMs: moved.endMs + by } : moved
    return fitted(ended, lengthMs)
  })
}

/** One edge of a clip that lasts goes to another time, as far as it can. */
export const resizeClip = (doc: StudioDoc, key: string, edge: Edge, toMs: number, lengthMs: number): StudioDoc =>
  changeClips(doc, new Set([key]), (clip) => {
    if (!isLasting(clip)) return clip
    const end = endOf(clip, lengthMs)
    if (edge === 'start') {
      const atMs = within(toMs, 0, Math.max(0, end - shortestMs))
      return atMs === clip.atMs ? clip : { ...clip, atMs }
    }
    const endMs = within(toMs, Math.min(clip.atMs + shortestMs, lengthMs), lengthMs)
    return endMs === end ? clip : { ...clip, endMs }
  })

type Patch<C extends Clip> = C extends Clip ? Partial<Omit<C, 'key' | 'track'>> : never

/** Other words, prices or times of one clip. */
export const patchClip = (doc: StudioDoc, key: string, patch: Patch<Clip>, lengthMs: number): StudioDoc =>
  changeClips(doc, new Set([key]), (clip) => fitted({ ...clip, ...patch }, lengthMs))

/** A clip that is new: as any other but for its name. */
export type NewClip = Clip extends infer C ? (C extends Clip ? Omit<C, 'key'> : never) : never

/** Whether a track takes so many more. */
export const hasRoom = (doc: StudioDoc, track: TrackId, more: number): boolean => doc[track].length + more <= max[track]

/** Puts clips in at their times; undefined when a track would hold too many. */
export const addClips = (
  doc: StudioDoc,
  added: readonly NewClip[],
  lengthMs: number,
): { readonly doc: StudioDoc; readonly keys: Keys } | undefined => {
  if (trackIds.some((track) => !hasRoom(doc, track, added.filter((clip) => clip.track === track).length)))
    return undefined
  const keys = new Set<string>()
  const fresh = added.map((clip): Clip => {
    const key = newKey()
    keys.add(key)
    return fitted({ ...clip, key }, lengthMs)
  })
  const on = <T extends TrackId>(track: T) =>
    fresh.filter((clip): clip is Extract<Clip, { track: T }> => clip.track === track)
  const put = <C extends Clip>(clips: readonly C[], more: readonly C[]): readonly C[] =>
    more.length === 0 ? clips : byTime([...clips, ...more])
  const products = on('product')
  return {
    doc: {
      comment: put(doc.comment, on('comment')),
      product: products.length === 0 ? doc.product : [...doc.product, ...products],
      fakeTicket: put(doc.fakeTicket, on('fakeTicket')),
      callToAction: put(doc.callToAction, on('callToAction')),
      poll: put(doc.poll, on('poll')),
      giveaway: put(doc.giveaway, on('giveaway')),
      hearts: put(doc.hearts, on('hearts')),
      audience: put(doc.audience, on('audience')),
    },
    keys,
  }
}

export const removeClips = (doc: StudioDoc, keys: Keys): StudioDoc => {
  const left = <C extends Any>(clips: readonly C[]): readonly C[] =>
    clips.some(({ key }) => keys.has(key)) ? clips.filter(({ key }) => !keys.has(key)) : clips
  return {
    comment: left(doc.comment),
    product: left(doc.product),
    fakeTicket: left(doc.fakeTicket),
    callToAction: left(doc.callToAction),
    poll: left(doc.poll),
    giveaway: left(doc.giveaway),
    hearts: left(doc.hearts),
    audience: left(doc.audience),
  }
}

/** What was copied: clips, and where the first of them stood. */
export interface Clipboard {
  readonly clips: readonly Clip[]
  readonly fromMs: number
}

export const copyClips = (doc: StudioDoc, keys: Keys): Clipboard | undefined => {
  const clips = clipsNamed(doc, keys)
  const [first] = clips
  return first === undefined ? undefined : { clips, fromMs: first.atMs }
}

/** What a copy is made of: it is another thing, here and in files. */
const withoutKey = ({ key: _key, id: _id, ...rest }: Clip): NewClip => rest as NewClip

/** Puts what was copied at a time, as it stood to each other. */
export const pasteClips = (doc: StudioDoc, { clips, fromMs }: Clipboard, atMs: number, lengthMs: number) => {
  const by = possibleMove(clips, atMs - fromMs, lengthMs)
  const moved = clips.map((clip) => {
    const at = { ...clip, atMs: clip.atMs + by }
    return withoutKey(isLasting(at) && at.endMs !== null ? { ...at, endMs: at.endMs + by } : at)
  })
  return addClips(doc, moved, lengthMs)
}

/** How far behind the original a copy of moments stands, in ms. */
const copyStepMs = 1000

/** Copies right behind what was copied. */
export const duplicateClips = (doc: StudioDoc, keys: Keys, lengthMs: number) => {
  const copied = copyClips(doc, keys)
  if (copied === undefined) return undefined
  const lastMs = Math.max(
    ...copied.clips.map((clip) => ('endMs' in clip && clip.endMs !== null ? clip.endMs : clip.atMs)),
  )
  const spanMs = lastMs - copied.fromMs
  return pasteClips(doc, copied, copied.fromMs + (spanMs < copyStepMs ? spanMs + copyStepMs : spanMs), lengthMs)
}

/** Cuts the clips that last in two at a time; the later halves are chosen. Undefined when none stands there. */
export const splitClips = (doc: StudioDoc, keys: Keys, atMs: number, lengthMs: number) => {
  const cut = clipsNamed(doc, keys).filter(
    (clip) => isLasting(clip) && clip.atMs + shortestMs <= atMs && atMs <= endOf(clip, lengthMs) - shortestMs,
  )
  if (cut.length === 0) return undefined
  const shortened = changeClips(doc, new Set(cut.map(({ key }) => key)), (clip) =>
    isLasting(clip) ? { ...clip, endMs: atMs } : clip,
  )
  const later = cut.map((clip) => withoutKey({ ...clip, atMs }))
  return addClips(shortened, later, lengthMs)
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

export interface Replacement {
  readonly find: string
  readonly by: string
  readonly matchCase: boolean
  /** Undefined: all comments. */
  readonly keys: Keys | undefined
}

const longestText = 300

/** The comments with every finding replaced, and how often that happened. What was typed is never a pattern. */
export const replaceWords = (doc: StudioDoc, { find, by, matchCase, keys }: Replacement) => {
  if (find === '') return { doc, count: 0 }
  const pattern = new RegExp(escaped(find), matchCase ? 'gu' : 'giu')
  let count = 0
  const comment = mapped(doc.comment, (clip) => {
    if (keys !== undefined && !keys.has(clip.key)) return clip
    let found = 0
    const commentText = clip.commentText.replace(pattern, () => {
      found += 1
      return by
    })
    count += found
    return found === 0 ? clip : { ...clip, id: rowIdOf(clip), commentText: commentText.slice(0, longestText) }
  })
  return { doc: { ...doc, comment }, count }
}
