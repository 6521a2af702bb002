import type { EditConflict } from '@kaimai/contract/common/edit-version.ts'
import {
  isSameValue,
  type Merge,
  type MergeOptions,
  type MergeSide,
  mergeThreeWay,
} from '@kaimai/contract/common/three-way.ts'

/** A record that several people may edit at once; `V` are the form's values. */
export interface EditedRecord<V extends object> {
  readonly version: number
  /** As it is on the server now. */
  readonly reload: () => Promise<Versioned<V>>
  /** Which lists are rows, and what identifies a row. */
  readonly rows?: Pick<MergeOptions, 'rowKeys' | 'unordered'>
  /** Gives rows of theirs that have no id of their own the keys that the same rows have in `base`. */
  readonly align?: (theirs: V, base: V) => V
}

export interface Versioned<V> {
  readonly values: V
  readonly version: number
}

/** Values that two sides made of one base, where some are changed by both. */
export interface MergeQuestion<V extends object> {
  /** A save that was refused, or a draft that was kept before somebody else saved. */
  readonly kind: 'save' | 'draft'
  /** Name of who saved meanwhile; undefined: not known. */
  readonly by: string | undefined
  /** When that was, epoch ms; of a draft when it was kept. */
  readonly atMs: number | undefined
  readonly base: Partial<V>
  readonly mine: V
  readonly theirs: Versioned<V>
  readonly merge: Merge<V>
}

/** What came in without a question when a save went through with changes of somebody else. */
export interface MergedNews {
  readonly by: string | undefined
  readonly fields: readonly string[]
}

export type MergeChoices = Readonly<Record<string, MergeSide>>

/** Brings both together. Without a base whatever differs is asked, for nobody knows who changed it. */
export const mergeValues = <V extends object>(
  { base, mine, theirs }: { readonly base: Partial<V>; readonly mine: V; readonly theirs: V },
  options: MergeOptions | undefined,
): Merge<V> =>
  // Fields that the base lacks are undefined there: different from both sides.
  mergeThreeWay<V>({ base: base as V, mine, theirs }, options)

/**
 * What the other side made of `base`: fields that nobody saved since stay as they were there, so that pieces which were
 * sold meanwhile are no change of anybody's.
 */
export const theirsOf = async <V extends object>(
  record: EditedRecord<V>,
  conflict: EditConflict,
  base: V,
): Promise<Versioned<V>> => {
  const now = await record.reload()
  const saved = new Set(conflict.fields.map(({ field }) => field))
  const untouched = Object.entries(base).filter(([name]) => now.version === conflict.version && !saved.has(name))
  const values: V = { ...now.values, ...Object.fromEntries(untouched) }
  return { version: now.version, values: record.align?.(values, base) ?? values }
}

/** A draft that was kept before somebody else saved, as a question; undefined: it holds nothing of its own any more. */
export const questionOfDraft = <V extends object>(
  draft: { readonly values: V; readonly base: Partial<V> | undefined; readonly savedAtMs: number },
  now: Versioned<V>,
  record: EditedRecord<V>,
): MergeQuestion<V> | undefined => {
  const base = draft.base ?? {}
  const values =
    draft.base === undefined ? now.values : (record.align?.(now.values, { ...now.values, ...base }) ?? now.values)
  const theirs = { ...now, values }
  const merge = mergeValues({ base, mine: draft.values, theirs: values }, record.rows)
  if (merge.conflicts.length === 0 && isSameValue(merge.merged, values)) return undefined
  const { values: mine, savedAtMs: atMs } = draft
  return { kind: 'draft', by: undefined, atMs, base, mine, theirs, merge }
}

/** The values of these names. */
export const pick = <V extends object>(from: V, names: Partial<V>): Partial<V> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => Object.hasOwn(names, name))) as Partial<V>

/** The version of what a save answered, where it has one. */
export const versionOf = (saved: unknown): number | undefined =>
  typeof saved === 'object' && saved !== null && 'version' in saved && typeof saved.version === 'number'
    ? saved.version
    : undefined
