import { pathOf, type Route } from '@kaimai/contract/common/route.ts'

/** The parts of a call, whatever the route. */
export interface SentParts {
  readonly params?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
}

/** The URL of a call: parameters filled in and encoded, the query without what is undefined, lists repeated. */
export const urlOf = (route: Pick<Route, 'service' | 'path'>, sent: SentParts): string => {
  const path = pathOf(route).replace(/:(\w+)/g, (_, name: string) => {
    const value = sent.params?.[name]
    if (value === undefined || value === '') throw new Error(`${route.path}: no value for :${name}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(sent.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one))
    }
  }
  const text = search.toString()
  return text === '' ? path : `${path}?${text}`
}

export type AnswerKind = 'page' | 'raw' | 'data'

/** What comes back; in the browser the build has replaced schemas by `{ kind: 'data' }` (contract-routes plugin). */
export const answerKindOf = (route: Pick<Route, 'answer'>): AnswerKind => {
  const kind = 'kind' in route.answer ? route.answer.kind : 'data'
  return kind === 'page' || kind === 'raw' ? kind : 'data'
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The answer inside the envelope `{ data, page? }`. Throws when it is no envelope. */
export const openEnvelope = (kind: 'page' | 'data', body: unknown): unknown => {
  if (!isRecord(body) || !('data' in body)) throw new Error('an answer without data')
  if (kind === 'data') return body.data
  const page = isRecord(body.page) ? body.page : {}
  const items = Array.isArray(body.data) ? body.data : []
  return {
    items,
    total: typeof page.total === 'number' ? page.total : items.length,
    cursor: typeof page.cursor === 'string' ? page.cursor : undefined,
  }
}
