import { consoleKeyPrefix, type KeyValues } from '../session/stored-auth.ts'

interface Draft<T> {
  readonly values: T
  /** Epoch ms. */
  readonly savedAtMs: number
}

const keyOf = (name: string) => `${consoleKeyPrefix}draft.${name}`

/** What was typed and not yet saved, kept in this browser until it is saved, dropped, or the user logs out. */
export const readDraft = <T extends object>(storage: KeyValues, name: string, initial: T): Draft<T> | undefined => {
  try {
    const read: unknown = JSON.parse(storage.getItem(keyOf(name)) ?? 'null')
    if (typeof read !== 'object' || read === null || !('values' in read) || !('savedAtMs' in read)) return undefined
    const { values, savedAtMs } = read
    if (typeof values !== 'object' || values === null || typeof savedAtMs !== 'number') return undefined
    // Fields that the form has gained since keep their initial value; those it has lost are left behind.
    const known = Object.entries(values).filter(([key]) => Object.hasOwn(initial, key))
    return { values: { ...initial, ...Object.fromEntries(known) }, savedAtMs }
  } catch {
    return undefined
  }
}

/** Answers whether it is kept: with storage full or refused the form still works, the draft only survives no reload. */
export const writeDraft = (storage: KeyValues, name: string, values: object, nowMs: number): boolean => {
  try {
    storage.setItem(keyOf(name), JSON.stringify({ values, savedAtMs: nowMs }))
    return true
  } catch {
    return false
  }
}

export const dropDraft = (storage: KeyValues, name: string): void => storage.removeItem(keyOf(name))
