import { fail } from '@kaimai/contract/common/error.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import { viewerSorts } from './viewer-list.store.ts'

/** The column that a list is asked to be sorted by. */
export const sortOf = (sort: string | undefined) => {
  if (sort === undefined) return { sort: 'joinedAt', descending: true } as const
  const descending = sort.startsWith('-')
  const name = viewerSorts.find((known) => known === (descending ? sort.slice(1) : sort))
  if (name === undefined) throw fail('invalid', { fields: { sort: common.wrongChoice } })
  return { sort: name, descending }
}

/** Of a comment in the log; empty for anything else. */
export const textOf = (payload: unknown): string => {
  const text: unknown = typeof payload === 'object' && payload !== null && 'text' in payload ? payload.text : ''
  return typeof text === 'string' ? text : ''
}
