import { z } from 'zod'
import { plainLine } from './typed-text.ts'

export const pageLimits = { default: 20, max: 100 } as const

/** Query of every list: `limit`, `cursor` (opaque, from the previous page), `sort` (`name` or `-name`), `q` (search). */
export const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(pageLimits.max).default(pageLimits.default),
  cursor: z.string().max(400).optional(),
  sort: z.string().max(40).optional(),
  q: z.string().overwrite(plainLine).max(100).optional(),
})
export type ListQuery = z.output<typeof ListQuery>

/** One page of a list as a handler answers it; on the wire `{ data: items, page: { total, cursor } }`. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly total: number
  /** Undefined on the last page. */
  readonly cursor?: string | undefined
}

export interface PageAnswer<S extends z.ZodType> {
  readonly kind: 'page'
  readonly item: S
}
export const pageOf = <S extends z.ZodType>(item: S): PageAnswer<S> => ({ kind: 'page', item })

/** Offsets as opaque cursors: lists here are short enough that an offset is honest and simple. */
export const cursorOf = (offset: number): string => offset.toString(36)
export const offsetOf = (cursor: string | undefined): number => {
  const offset = cursor === undefined ? 0 : Number.parseInt(cursor, 36)
  return Number.isSafeInteger(offset) && offset >= 0 && offset < 1e9 ? offset : 0
}
/** The page of `items` found at `offset` of `total`. */
export const pageAt = <T>(items: readonly T[], total: number, offset: number): Page<T> => ({
  items,
  total,
  cursor: offset + items.length < total && items.length > 0 ? cursorOf(offset + items.length) : undefined,
})
