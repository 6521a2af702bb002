import type { LiveFields } from './live-values.ts'

type Lists = {
  [K in keyof LiveFields as LiveFields[K] extends readonly unknown[] ? K : never]: LiveFields[K]
}
export type ListField = keyof Lists
export type PlainField = Exclude<keyof LiveFields, ListField>

/** One field with one value. */
export type PlainChange = {
  readonly [K in PlainField]: { readonly field: K; readonly before: LiveFields[K]; readonly after: LiveFields[K] }
}[PlainField]

/** What became of a list: things as they were and as they are. */
export interface ListChange<F extends ListField = ListField> {
  readonly field: F
  readonly added: Lists[F]
  readonly removed: Lists[F]
  readonly changed: readonly (readonly [before: Lists[F][number], after: Lists[F][number]])[]
  /** The same things in another order. */
  readonly moved: boolean
}

export type LiveChange = PlainChange | { [F in ListField]: ListChange<F> }[ListField]

export const isListChange = (change: LiveChange): change is Extract<LiveChange, { added: unknown }> => 'added' in change

const keyOf = (thing: unknown): string => JSON.stringify(thing)

/** By what a thing stays itself while it changes; undefined: by nothing but its place. */
const identityOf = (field: ListField, thing: unknown): string | undefined =>
  field === 'productList' && typeof thing === 'object' && thing !== null && 'productId' in thing
    ? String(thing.productId)
    : undefined

/** Things of `list` that `other` has not, each as often as it has too few. */
const without = (list: readonly unknown[], other: readonly unknown[]): unknown[] => {
  const left = new Map<string, number>()
  for (const thing of other) left.set(keyOf(thing), (left.get(keyOf(thing)) ?? 0) + 1)
  return list.filter((thing) => {
    const key = keyOf(thing)
    const count = left.get(key) ?? 0
    if (count > 0) left.set(key, count - 1)
    return count === 0
  })
}

const listChange = (field: ListField, before: readonly unknown[], after: readonly unknown[]) => {
  const gone = without(before, after)
  const come = without(after, before)
  const pairs: (readonly [unknown, unknown])[] = []
  const removed: unknown[] = []
  const unmatched = [...come]
  for (const [index, thing] of gone.entries()) {
    const id = identityOf(field, thing)
    // Plain words (banned ones, pictures) are replaced, not changed.
    const at =
      typeof thing === 'string'
        ? -1
        : id === undefined
          ? // Of as many gone as came, each is the one at its place.
            gone.length === come.length
            ? unmatched.indexOf(come[index])
            : -1
          : unmatched.findIndex((other) => identityOf(field, other) === id)
    const match = at < 0 ? undefined : unmatched.splice(at, 1)[0]
    if (match === undefined) removed.push(thing)
    else pairs.push([thing, match])
  }
  const orderOf = (list: readonly unknown[]) => list.map((thing) => identityOf(field, thing) ?? keyOf(thing)).join()
  const isSame = unmatched.length === 0 && removed.length === 0 && orderOf(before) !== orderOf(after)
  // A list with a second in each row has its order from there.
  const moved = isSame && (field === 'productList' || field === 'liveInfoImage')
  return { field, added: unmatched, removed, changed: pairs, moved }
}

const listFields = [
  'productList',
  'commentList',
  'fakeTicket',
  'callToAction',
  'poll',
  'giveaway',
  'hearts',
  'audienceCurve',
  'liveInfoImage',
  'bannedKeywords',
] as const satisfies readonly ListField[]
const isListField = (field: string): field is ListField => listFields.some((each) => each === field)

/** All that differs, in the order of the fields. */
export const changesOf = (before: LiveFields, after: LiveFields): LiveChange[] => {
  const names = Object.keys(after) as (keyof LiveFields)[]
  return names.flatMap((field): LiveChange[] => {
    const [was, is] = [before[field], after[field]]
    if (keyOf(was) === keyOf(is)) return []
    if (!isListField(field)) return [{ field, before: was, after: is } as PlainChange]
    const change = listChange(field, before[field], after[field])
    const isNone =
      !change.moved && change.added.length === 0 && change.removed.length === 0 && change.changed.length === 0
    return isNone ? [] : [change as LiveChange]
  })
}

/** How many single changes that is: each thing of a list counts. */
export const changeCount = (changes: readonly LiveChange[]): number =>
  changes.reduce(
    (sum, change) =>
      sum +
      (isListChange(change)
        ? change.added.length + change.removed.length + change.changed.length + (change.moved ? 1 : 0)
        : 1),
    0,
  )
