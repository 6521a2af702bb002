import { type ErrorBody, errorRow, KaimaiError } from '@kaimai/contract/common/error.ts'
import { formatErrorText } from '@kaimai/contract/common/error-text.ts'
import { type Language, languageOf } from '@kaimai/contract/common/language.ts'
import { type HandlerResult, type Parsed, pathOf, type Route } from '@kaimai/contract/common/route.ts'
import { z } from 'zod'

/** What a test answers to one route: its data, or an error that it throws by name (`throw fail('conflict')`). */
type Answering<R extends Route> = (sent: Parsed<R>) => HandlerResult<R> | Promise<HandlerResult<R>>

interface Entry {
  readonly route: Route
  readonly pattern: RegExp
  answering: (sent: unknown) => unknown
  readonly sent: unknown[]
}

/** The HTTP wire of a test: it takes what the contract takes, and answers nothing that the contract doesn't allow. */
export interface Wire {
  readonly fetch: typeof fetch
  /** From now on; an earlier answer of the route is replaced. */
  answer<R extends Route>(route: R, answering: Answering<R>): void
  /** What the route was sent so far, parsed as the server parses it. */
  sent<R extends Route>(route: R): Parsed<R>[]
}

const patternOf = (route: Route): RegExp =>
  new RegExp(
    `^${pathOf(route)
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`,
  )

/** The most literal path wins, as on the server: `/product/counts` before `/product/:id`. */
const parametersIn = ({ route }: Entry): number => route.path.split(':').length

const queryOf = (search: URLSearchParams): Record<string, string | string[]> =>
  Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const [first = '', ...more] = search.getAll(name)
      return [name, more.length === 0 ? first : [first, ...more]]
    }),
  )

const bodyOf = (body: unknown): unknown => {
  if (body instanceof FormData) return Object.fromEntries([...body].filter(([, part]) => typeof part === 'string'))
  return typeof body === 'string' ? JSON.parse(body) : {}
}

/** The answer through the route's own schema, so that a fixture which the server could not give fails. */
const envelopeOf = ({ answer }: Route, result: unknown): object => {
  if (answer instanceof z.ZodType) return { data: answer.parse(result) }
  if (answer.kind === 'raw') throw new Error('a test answers no files')
  const { items, total, cursor } = z
    .object({ items: z.array(answer.item), total: z.number(), cursor: z.string().optional() })
    .parse(result)
  return { data: items, page: { total, cursor: cursor ?? null } }
}

const errorBodyOf = (error: KaimaiError, language: Language): ErrorBody => {
  const row = errorRow(error.errorName)
  const fields = Object.entries(error.fields ?? {}).map(([path, text]) => [path, formatErrorText(text, language)])
  return {
    error: {
      code: row.code,
      name: error.errorName,
      message: error.reason ? formatErrorText(error.reason, language) : row.message[language],
      ...(error.fields ? { fields: Object.fromEntries(fields) } : {}),
      ...(error.conflict ? { conflict: error.conflict } : {}),
    },
  }
}

export const createWire = (): Wire => {
  const entries: Entry[] = []
  const entryOf = (route: Route): Entry | undefined => entries.find((entry) => entry.route === route)
  const find = (method: string, path: string): Entry | undefined =>
    entries
      .filter(({ route, pattern }) => route.method === method && pattern.test(path))
      .toSorted((a, b) => parametersIn(a) - parametersIn(b))[0]

  return {
    fetch: async (input, init) => {
      const url = new URL(String(input), 'http://localhost')
      const method = init?.method ?? 'GET'
      const headers = new Headers(init?.headers)
      const entry = find(method, url.pathname)
      try {
        if (!entry) throw new Error(`nothing answers ${method} ${url.pathname}${url.search}`)
        const { route, pattern } = entry
        const sent = {
          params: route.params?.parse({ ...pattern.exec(url.pathname)?.groups }),
          query: route.query?.parse(queryOf(url.searchParams)),
          body: route.body?.parse(bodyOf(init?.body)),
        }
        entry.sent.push(sent)
        return Response.json(envelopeOf(route, await entry.answering(sent)), { headers: { 'x-csrf-token': 'csrf' } })
      } catch (error) {
        if (error instanceof KaimaiError) {
          const body = errorBodyOf(error, languageOf(headers.get('accept-language') ?? undefined))
          return Response.json(body, { status: errorRow(error.errorName).status })
        }
        // It fails the test, wherever the screen puts what it is answered.
        console.error(`${method} ${url.pathname}:`, error)
        return Response.json({}, { status: 500 })
      }
    },
    answer: (route, answering) => {
      const known = entryOf(route)
      // The entry holds routes of all kinds; what it hands over was parsed by this route's schemas.
      const handler = answering as Entry['answering']
      if (known) known.answering = handler
      else entries.push({ route, pattern: patternOf(route), answering: handler, sent: [] })
    },
    sent: <R extends Route>(route: R) => (entryOf(route)?.sent ?? []) as Parsed<R>[],
  }
}
