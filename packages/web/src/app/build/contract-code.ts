const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isRoute = (value: unknown): value is Record<string, unknown> =>
  isRecord(value) && typeof value.service === 'string' && typeof value.path === 'string' && 'access' in value

const isRouteTable = (value: unknown): value is Record<string, Record<string, unknown>> =>
  isRecord(value) && Object.keys(value).length > 0 && Object.values(value).every(isRoute)

const isPlain = (value: unknown): boolean => {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true
  if (Array.isArray(value)) return value.every(isPlain)
  return isRecord(value) && Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain)
}

/** What a caller needs of a route: where it goes, who calls, whether it takes a key, what kind of answer comes. */
const wireOf = ({ service, method, path, access, idempotency, answer }: Record<string, unknown>) => {
  const kind = isRecord(answer) && (answer.kind === 'page' || answer.kind === 'raw') ? answer.kind : 'data'
  return { service, method, path, access, idempotency, answer: { kind } }
}

/** The module that stands for a file of routes in the browser: no schemas, and constants as they are. */
export const stripRoutes = (exports: Readonly<Record<string, unknown>>): string =>
  Object.entries(exports)
    .flatMap(([name, value]) => {
      if (isRouteTable(value)) {
        const table = Object.fromEntries(Object.entries(value).map(([key, route]) => [key, wireOf(route)]))
        return [`export const ${name} = ${JSON.stringify(table)}`]
      }
      return isPlain(value) ? [`export const ${name} = ${JSON.stringify(value)}`] : []
    })
    .join('\n')

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

interface Declaration extends Node {
  readonly declarations?: readonly { readonly init?: Node | null }[]
  readonly declaration?: Declaration | null
}

/** Values that calls may be part of: a call itself, or a table of what calls answer. */
const madeByCalls = new Set(['CallExpression', 'NewExpression', 'ObjectExpression', 'ArrayExpression'])

/** Wraps the values of top-level constants that calls make: `const A = z.string()` may go if A is not used. */
export const markPure = (code: string, program: { readonly body: readonly Declaration[] }): string => {
  const values = program.body
    .map((statement) => (statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement))
    .flatMap((statement) => (statement?.type === 'VariableDeclaration' ? (statement.declarations ?? []) : []))
    .flatMap(({ init }) => (init && madeByCalls.has(init.type) ? [init] : []))
  return values.toReversed().reduce((before, { start, end }) => {
    const value = before.slice(start, end)
    const body = value.startsWith('{') ? `(${value})` : value
    return `${before.slice(0, start)}/* @__PURE__ */ (() => ${body})()${before.slice(end)}`
  }, code)
}
