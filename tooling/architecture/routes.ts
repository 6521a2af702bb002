import { type ESTree, Visitor } from 'vite'
import { parseSource, resolveSpecifier } from './source.ts'
import { codeFiles, isTest, lineAt, type Offences, type Tree } from './tree.ts'

interface RouteSet {
  /** The constant's name, by which the server binds it. */
  readonly name: string
  readonly service: string
  readonly path: string
  readonly line: number
  readonly routes: readonly RouteEntry[]
}

interface RouteEntry {
  readonly name: string
  readonly line: number
  /** Property → what stands there, as source; strings without their quotes. */
  readonly parts: ReadonlyMap<string, string>
}

const routeFile = /^packages\/contract\/src\/[^/]+\/[^/]+\.routes\.ts$/

/** The sets of routes that the contract declares by `defineRoutes('service', { … })`. */
const routeSets = (tree: Tree): RouteSet[] =>
  [...tree.keys()]
    .filter((path) => routeFile.test(path))
    .flatMap((path) => {
      const text = tree.get(path) ?? ''
      const sets: RouteSet[] = []
      new Visitor({
        VariableDeclarator({ id, init, start }) {
          if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return
          if (init.callee.type !== 'Identifier' || init.callee.name !== 'defineRoutes') return
          const [service, table] = init.arguments
          if (table?.type !== 'ObjectExpression' || service === undefined) return
          sets.push({
            name: id.name,
            service: sourceOf(text, service),
            path,
            line: lineAt(text, start),
            // What is named alone is made by a function (resourceRoutes); CONTRACT-4 and CONTRACT-6 read what it says.
            routes: entriesOf(text, table)
              .filter(([, value]) => value.type !== 'Identifier')
              .map(([name, value]) => ({
                name,
                line: lineAt(text, value.start),
                parts: new Map(
                  value.type === 'ObjectExpression'
                    ? entriesOf(text, value).map(([part, below]) => [part, sourceOf(text, below)])
                    : [],
                ),
              })),
          })
        },
      }).visit(parseSource(path, text).program)
      return sets
    })

const entriesOf = (text: string, table: ESTree.ObjectExpression): [string, ESTree.Expression][] =>
  table.properties.flatMap((property): [string, ESTree.Expression][] => {
    if (property.type !== 'Property') return []
    return [[text.slice(property.key.start, property.key.end).replace(/^['"]|['"]$/g, ''), property.value]]
  })

const sourceOf = (text: string, node: { start: number; end: number }): string =>
  text.slice(node.start, node.end).replace(/^['"]|['"]$/g, '')

/** Each route says who may call it, in the words of contract/common/access.ts. */
export const checkAccess = (tree: Tree): Offences =>
  routeSets(tree).flatMap(({ path, routes }) => {
    const known = importsAccess(tree, path)
    return routes.flatMap(({ name, line, parts }) => {
      const access = parts.get('access')
      if (access === undefined) return [`${path}:${line} ${name} does not say who may call it`]
      const word = /^\w+/.exec(access)?.[0] ?? access
      return known.has(word) ? [] : [`${path}:${line} ${name}: access ${word} is not of contract/common/access.ts`]
    })
  })

/** The names that a file takes from the table of access kinds. */
const importsAccess = (tree: Tree, path: string): ReadonlySet<string> => {
  const { module } = parseSource(path, tree.get(path) ?? '')
  return new Set(
    module.staticImports
      .filter(({ moduleRequest }) => resolveSpecifier(path, moduleRequest.value)?.endsWith('common/access.ts'))
      .flatMap(({ entries }) => entries.map(({ localName }) => localName.value)),
  )
}

/** Two routes of one service never answer the same call; paths match without regard to case and to the ids' names. */
export const checkTwins = (tree: Tree): Offences => {
  const seen = new Map<string, string>()
  return routeSets(tree).flatMap(({ service, path, routes }) =>
    routes.flatMap(({ name, line, parts }) => {
      const place = `${path}:${line} ${name}`
      const call = `${service} ${parts.get('method')} ${parts.get('path')?.toLowerCase().replace(/:\w+/g, ':')}`
      const twin = seen.get(call)
      seen.set(call, place)
      return twin === undefined ? [] : [`${place} answers the same call as ${twin}`]
    }),
  )
}

/** A path with ids says what they are. */
export const checkParams = (tree: Tree): Offences =>
  routeSets(tree).flatMap(({ path, routes }) =>
    routes
      .filter(({ parts }) => (parts.get('path') ?? '').includes(':') !== parts.has('params'))
      .map(({ name, line }) => `${path}:${line} ${name}: ids in the path and \`params\` do not fit`),
  )

/** Each set of routes is bound by the server, once; that no handler is missing is the type of `bind`. */
export const checkBound = (tree: Tree): Offences => {
  const sets = routeSets(tree)
  const bound = codeFiles(tree)
    .filter((path) => path.startsWith('packages/server/src/') && !isTest(path))
    .flatMap((path) => boundIn(tree, path))
  return sets.flatMap(({ name, path, line }) => {
    const places = bound.filter((one) => one.name === name && one.from === path)
    if (places.length === 1) return []
    if (places.length === 0) return [`${path}:${line} ${name} is bound by no plugin of the server`]
    return [`${path}:${line} ${name} is bound more than once: ${places.map(({ place }) => place).join(', ')}`]
  })
}

const boundIn = (tree: Tree, path: string): { name: string; from: string; place: string }[] => {
  const text = tree.get(path) ?? ''
  if (!text.includes('bind(')) return []
  const { module, program } = parseSource(path, text)
  const origin = new Map(
    module.staticImports.flatMap(({ moduleRequest, entries }) =>
      entries.map(
        ({ localName, importName }) =>
          [
            localName.value,
            { name: importName.name ?? '', from: resolveSpecifier(path, moduleRequest.value) },
          ] as const,
      ),
    ),
  )
  const found: { name: string; from: string; place: string }[] = []
  new Visitor({
    CallExpression({ callee, arguments: args, start }) {
      const [first] = args
      if (callee.type !== 'Identifier' || callee.name !== 'bind' || first?.type !== 'Identifier') return
      const { name, from } = origin.get(first.name) ?? {}
      if (name !== undefined && from !== undefined) found.push({ name, from, place: `${path}:${lineAt(text, start)}` })
    },
  }).visit(program)
  return found
}

/** Calls of the web app go through its transport, by the contract: a path written by hand would be a second truth. */
export const checkFetch = (tree: Tree): Offences =>
  codeFiles(tree)
    .filter((path) => path.startsWith('packages/web/src/') && !isTest(path))
    .flatMap((path) => {
      const text = tree.get(path) ?? ''
      const found: Offences = []
      new Visitor({
        CallExpression({ callee, start }) {
          if (callee.type === 'Identifier' && callee.name === 'fetch' && !path.startsWith('packages/web/src/lib/')) {
            found.push(`${path}:${lineAt(text, start)} fetch: calls go through lib, by the route of the contract`)
          }
        },
      }).visit(parseSource(path, text).program)
      return found
    })
