import type { AuditRow } from '@kaimai/contract/member/member.schema.ts'

export type Change = AuditRow['changes'][number]

/** One part of what changed: by the words that lead to it, 「付款方式・綠界・開放」. */
export interface ChangedPart {
  readonly path: readonly string[]
  readonly before: string | null
  readonly after: string | null
}

type Parts = ReadonlyMap<string, { readonly path: readonly string[]; readonly value: string | null }>

/** By what a thing of a list is named in its path. */
const nameKeys = ['method', 'type', 'loveCode', 'name', 'id']

const nameOf = (thing: unknown, at: number): { readonly name: string; readonly without: unknown } => {
  if (typeof thing !== 'object' || thing === null) return { name: String(at + 1), without: thing }
  const key = nameKeys.find((each) => each in thing)
  if (key === undefined) return { name: String(at + 1), without: thing }
  const { [key]: name, ...without } = thing as Record<string, unknown>
  return { name: String(name), without }
}

const read = (text: string | null): unknown => {
  if (text === null || !/^[[{]/.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    // A long value was cut when it was written.
    return text
  }
}

const partsOf = (
  value: unknown,
  path: readonly string[],
  found = new Map<string, { path: readonly string[]; value: string | null }>(),
): Parts => {
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    found.set(path.join('/'), { path, value: value.length === 0 ? null : value.map(String).join('、') })
  else if (Array.isArray(value))
    for (const [at, each] of value.entries()) {
      const { name, without } = nameOf(each, at)
      partsOf(without, [...path, name], found)
    }
  else if (typeof value === 'object' && value !== null)
    for (const [key, each] of Object.entries(value)) partsOf(each, [...path, key], found)
  else found.set(path.join('/'), { path, value: value === null || value === undefined ? null : String(value) })
  return found
}

/** What really differs in a change: of settings that are a list or a group only the parts that are not as they were. */
export const changedParts = ({ field, before, after }: Change): ChangedPart[] => {
  const [was, is] = [partsOf(read(before), [field]), partsOf(read(after), [field])]
  const isPlain = before === null || (was.size === 1 && is.size === 1)
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [old, now] = [was.get(key), is.get(key)]
    const path = now?.path ?? old?.path ?? [field]
    const part = { path, before: old?.value ?? null, after: now?.value ?? null }
    return isPlain || part.before !== part.after ? [part] : []
  })
}
