import { fail } from '@kaimai/contract/common/error.ts'
import { common } from '@kaimai/contract/common/error-text.ts'

export type Sort<Name extends string> = { readonly sort: Name; readonly descending: boolean }

/** The order of a list that is asked for none. */
export const newestFirst = { sort: 'createdAt', descending: true } as const

/** A list's `sort` parameter (`name` or `-name`); undefined without one. Throws `invalid` for a name that isn't known. */
export const sortOf = <Name extends string>(
  param: string | undefined,
  names: readonly Name[],
): Sort<Name> | undefined => {
  if (param === undefined || param === '') return undefined
  const descending = param.startsWith('-')
  const sort = names.find((name) => name === (descending ? param.slice(1) : param))
  if (sort === undefined) throw fail('invalid', { fields: { sort: common.wrongChoice } })
  return { sort, descending }
}
