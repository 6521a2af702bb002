/** Per filter: the words it may hold, or 'text' for any. */
export type FilterTexts = Readonly<Record<string, readonly string[] | 'text'>>

/** What the filters are set to; '' is off. */
export type FilterValues<F extends FilterTexts> = {
  readonly [K in keyof F]: F[K] extends readonly string[] ? F[K][number] | '' : string
}

export interface ListState<F extends FilterTexts> {
  readonly q: string
  readonly sort: string
  /** From 1. */
  readonly page: number
  readonly filters: FilterValues<F>
}

interface Defaults<F extends FilterTexts> {
  readonly filters: F
  readonly sort: string
}

/** Reads a list's state from the URL; what makes no sense there counts as not given. */
export const listStateOf = <F extends FilterTexts>(params: URLSearchParams, defaults: Defaults<F>): ListState<F> => {
  const page = Number(params.get('page') ?? '1')
  const filters = Object.entries(defaults.filters).map(([name, words]) => {
    const value = params.get(name) ?? ''
    return [name, words === 'text' || words.includes(value) ? value : '']
  })
  return {
    q: params.get('q') ?? '',
    sort: params.get('sort') ?? defaults.sort,
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    filters: Object.fromEntries(filters) as FilterValues<F>,
  }
}

/** The URL after a change: what is as by default is left out, and anything but turning the page goes to page 1. */
export const listUrlOf = <F extends FilterTexts>(
  before: URLSearchParams,
  patch: Readonly<Record<string, string | number | undefined>>,
  defaults: Defaults<F>,
): URLSearchParams => {
  const after = new URLSearchParams(before)
  if (!('page' in patch)) after.delete('page')
  for (const [name, value] of Object.entries(patch)) {
    const text = String(value ?? '')
    const usual = name === 'page' ? '1' : name === 'sort' ? defaults.sort : ''
    if (text === usual || text === '') after.delete(name)
    else after.set(name, text)
  }
  return after
}
