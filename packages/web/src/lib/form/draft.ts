import { consoleKeyPrefix, type KeyValues } from '../session/stored-auth.ts'

/** What a draft was made from. */
export interface DraftOrigin<T> {
  /** Of the record as it was read; undefined: a new one. */
  readonly version: number | undefined
  /** The values that the form began with. */
  readonly base: T
}

interface Draft<T> {
  readonly values: T
  /** Epoch ms. */
  readonly savedAtMs: number
  /** Undefined for a new record, and for drafts from before versions were kept. */
  readonly version: number | undefined
  readonly base: Partial<T> | undefined
}

const keyOf = (name: string) => `${consoleKeyPrefix}draft.${name}`

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** What was typed and not yet saved, kept in this browser until it is saved, dropped, or the user logs out. */
export const readDraft = <T extends object>(storage: KeyValues, name: string, initial: T): Draft<T> | undefined => {
  try {
    const read: unknown = JSON.parse(storage.getItem(keyOf(name)) ?? 'null')
    if (!isRecord(read) || !isRecord(read.values) || typeof read.savedAtMs !== 'number') return undefined
    // Fields that the form has gained since keep their initial value; those it has lost are left behind.
    const known = (fields: Record<string, unknown>): Partial<T> =>
      Object.fromEntries(Object.entries(fields).filter(([key]) => Object.hasOwn(initial, key))) as Partial<T>
    return {
      values: { ...initial, ...known(read.values) },
      savedAtMs: read.savedAtMs,
      version: typeof read.version === 'number' ? read.version : undefined,
      base: isRecord(read.base) ? known(read.base) : undefined,
    }
  } catch {
    return undefined
  }
}

/** Answers whether it is kept: with storage full or refused the form still works, the draft only survives no reload. */
export const writeDraft = <T extends object>(
  storage: KeyValues,
  name: string,
  values: T,
  nowMs: number,
  origin?: DraftOrigin<T>,
): boolean => {
  try {
    storage.setItem(keyOf(name), JSON.stringify({ values, savedAtMs: nowMs, ...origin }))
    return true
  } catch {
    return false
  }
}

export const dropDraft = (storage: KeyValues, name: string): void => storage.removeItem(keyOf(name))
