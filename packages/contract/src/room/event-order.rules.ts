/**
 * The one order of a room: by room time, at the same instant what the script says first, then by number. Every node
 * and every client insert by it, so all see the same, in whatever order it reached them.
 */
export type Placed =
  | { readonly ms: number; readonly seq: number; readonly sid?: never }
  | { readonly ms: number; readonly sid: string; readonly seq?: never }

/** Negative when `a` stands before `b`, 0 only for the same event. */
export const comparePlace = (a: Placed, b: Placed): number => {
  if (a.ms !== b.ms) return a.ms - b.ms
  if (a.sid !== undefined) return b.sid === undefined ? -1 : a.sid < b.sid ? -1 : a.sid > b.sid ? 1 : 0
  return b.sid === undefined ? a.seq - b.seq : 1
}

/** Tells events of one room apart, real and scripted. */
export const identityOf = (event: Placed): string => (event.sid === undefined ? `r${event.seq}` : `s${event.sid}`)

/** Whether each of `incoming` stands after the one before it, and the first after all of `sorted`: then none is in both. */
const isAfterAll = (sorted: readonly Placed[], incoming: readonly Placed[]): boolean => {
  let last = sorted.at(-1)
  for (const event of incoming) {
    if (last !== undefined && comparePlace(last, event) >= 0) return false
    last = event
  }
  return true
}

/** Both lists in order; of an event in both, once. The newest `keep` remain. */
export const mergePlaced = <E extends Placed>(
  sorted: readonly E[],
  incoming: readonly E[],
  keep: number,
): readonly E[] => {
  if (incoming.length === 0) return sorted
  if (isAfterAll(sorted, incoming)) return [...sorted, ...incoming].slice(-keep)
  const known = new Set(sorted.map(identityOf))
  const fresh: E[] = []
  for (const event of incoming) {
    const identity = identityOf(event)
    if (known.has(identity)) continue
    known.add(identity)
    fresh.push(event)
  }
  if (fresh.length === 0) return sorted
  return [...sorted, ...fresh].sort(comparePlace).slice(-keep)
}

/** A moment at which a product was shown or hidden. */
export type ShownMark = Placed & { readonly productId: string; readonly shown: boolean }

/** A moment at which a viewer was muted, or was heard again. */
export type MuteMark = Placed & { readonly userId: string; readonly muted: boolean }

/** The newest mark of each viewer, whatever order they come in. */
export const newestMutes = (marks: readonly MuteMark[]): MuteMark[] => {
  const newest = new Map<string, MuteMark>()
  for (const mark of marks) {
    const before = newest.get(mark.userId)
    if (before === undefined || comparePlace(mark, before) > 0) newest.set(mark.userId, mark)
  }
  return [...newest.values()]
}

/** Who is muted after those moments. */
export const mutedAfter = (marks: readonly MuteMark[]): string[] =>
  newestMutes(marks).flatMap(({ userId, muted }) => (muted ? [userId] : []))

/** Product ids that stand shown after those moments, which may come in any order; the newest last. */
export const shownAfter = (marks: readonly ShownMark[]): string[] => {
  const shown = new Set<string>()
  for (const mark of marks.toSorted(comparePlace)) {
    shown.delete(mark.productId)
    if (mark.shown) shown.add(mark.productId)
  }
  return [...shown]
}
