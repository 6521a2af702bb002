import { type ParseResult, parseSync, Visitor } from 'vite'
import { lineAt } from './tree.ts'

export interface Import {
  readonly specifier: string
  readonly line: number
  /** Nothing of it is left at run time. */
  readonly typeOnly: boolean
  /** A worker's file: named by `new URL('./x.ts', import.meta.url)`. */
  readonly worker: boolean
}

const parsed = new Map<string, { readonly text: string; readonly result: ParseResult }>()

/** The file's syntax tree; a file that has no valid syntax is left to the type check and reads as empty. */
export const parseSource = (path: string, text: string): ParseResult => {
  const known = parsed.get(path)
  if (known?.text === text) return known.result
  const result = parseSync(path, text)
  parsed.set(path, { text, result })
  return result
}

/** All that a file asks of other files: imports, re-exports, types named by `import('…')`, workers. */
export const importsOf = (path: string, text: string): Import[] => {
  const { module, program } = parseSource(path, text)
  const found: { specifier: string; start: number; typeOnly: boolean; worker: boolean }[] = []
  const add = (specifier: string, start: number, typeOnly: boolean, worker = false): void => {
    found.push({ specifier, start, typeOnly, worker })
  }
  for (const { moduleRequest, start, entries } of module.staticImports) {
    add(moduleRequest.value, start, entries.length > 0 && entries.every((entry) => entry.isType))
  }
  for (const { entries, start } of module.staticExports) {
    const from = entries.find((entry) => entry.moduleRequest)?.moduleRequest
    if (from)
      add(
        from.value,
        start,
        entries.every((entry) => entry.isType),
      )
  }
  new Visitor({
    ImportExpression({ source, start }) {
      if (source.type === 'Literal' && typeof source.value === 'string') add(source.value, start, false)
    },
    TSImportType({ source, start }) {
      if (typeof source.value === 'string') add(source.value, start, true)
    },
    NewExpression({ callee, arguments: args, start }) {
      const [first] = args
      if (callee.type !== 'Identifier' || callee.name !== 'URL' || args.length !== 2) return
      if (first?.type === 'Literal' && typeof first.value === 'string' && /^\.{1,2}\/.*\.tsx?$/.test(first.value)) {
        add(first.value, start, false, true)
      }
    },
  }).visit(program)
  return found.sort((a, b) => a.start - b.start).map(({ start, ...rest }) => ({ ...rest, line: lineAt(text, start) }))
}

/** The project's file behind a specifier (`packages/…`), or undefined for a package or Node's own module. */
export const resolveSpecifier = (from: string, specifier: string): string | undefined => {
  const [, name, below] = /^@kaimai\/(contract|server|web)\/(.+)$/.exec(specifier) ?? []
  if (name !== undefined && below !== undefined) return `packages/${name}/src/${below}`
  if (!specifier.startsWith('.')) return undefined
  const parts = from.split('/').slice(0, -1)
  for (const part of (specifier.split('?')[0] ?? '').split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.') parts.push(part)
  }
  return parts.join('/')
}
