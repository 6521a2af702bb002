import { type ESTree, Visitor } from 'vite'
import { parseSource } from './source.ts'
import { codeFiles, isTest, lineAt, type Offences, type Tree } from './tree.ts'

const conditionOfIndex = /create\s+(?:unique\s+)?index\s+\w+\s+on\s+"?(\w+)"?[^;]*?\bwhere\b([^;]*);/gi
const comparison = /(\w+)"?\s*(=|<>|!=|<=?|>=?)\s*(?:'([^']*)'|(\d+))/g
/** Other words for one comparison. */
const sameAs: Readonly<Record<string, string>> = { in: '=', '!=': '<>', 'not in': '<>' }

const keyOf = (column: string, how: string): string => `${camel(column)} ${sameAs[how.toLowerCase()] ?? how}`

type Value = string | number | boolean

const camel = (name: string): string => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

/** What the conditions of partial indexes compare: of each table its columns, how, and the values. */
const comparedIn = (tree: Tree): ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<Value>>> => {
  const tables = new Map<string, Map<string, Set<Value>>>()
  const migrations = [...tree.keys()].filter((path) => path.startsWith('packages/server/migrations/')).toSorted()
  for (const path of migrations) {
    const text = (tree.get(path) ?? '').replace(/--.*$/gm, '')
    for (const [, from = '', to = ''] of text.matchAll(/alter table "?(\w+)"? rename to "?(\w+)"?/g))
      tables.set(camel(to), tables.get(camel(from)) ?? new Map())
    for (const [, table = '', condition = ''] of text.matchAll(conditionOfIndex)) {
      const columns = tables.get(camel(table)) ?? new Map<string, Set<Value>>()
      tables.set(camel(table), columns)
      const add = (key: string, value: Value) => columns.set(key, (columns.get(key) ?? new Set()).add(value))
      for (const [, column = '', how = '', word, number] of condition.matchAll(comparison))
        add(keyOf(column, how), word ?? Number(number))
      for (const [, column = '', how = '', list = ''] of condition.matchAll(/(\w+)"?\s+((?:not )?in)\s*\(([^)]*)\)/gi))
        for (const [, word = ''] of list.matchAll(/'([^']*)'/g)) add(keyOf(column, how), word)
      for (const part of condition.split(/\b(?:and|or)\b/i)) {
        const [, not, column] = /^[\s(]*(not\s+)?"?(\w+)"?[\s)]*$/i.exec(part) ?? []
        if (column !== undefined) add(keyOf(column, '='), not === undefined)
      }
    }
  }
  return tables
}

/** The values that stand there; none where one of them is known only when the query is made. */
const valuesOf = (node: ESTree.Argument | ESTree.ArrayExpressionElement): Value[] => {
  if (node?.type === 'ArrayExpression') {
    const values = node.elements.map(valuesOf)
    return values.some(({ length }) => length === 0) ? [] : values.flat()
  }
  if (node?.type !== 'Literal') return []
  const { value } = node
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? [value] : []
}

interface Compared {
  readonly column: string
  readonly how: string
  readonly values: readonly Value[]
  readonly start: number
}

/** What a chain of calls compares: `.where('kind', '=', 'muted').where(…)`, also `eb('kind', '=', 'muted')`. */
const comparisonsOf = (call: ESTree.CallExpression, seen: Set<unknown>): Compared[] => {
  seen.add(call)
  const {
    callee,
    arguments: [first, second, third, ...more],
  } = call
  const before =
    callee.type === 'MemberExpression' && callee.object.type === 'CallExpression'
      ? comparisonsOf(callee.object, seen)
      : []
  if (first?.type !== 'Literal' || second?.type !== 'Literal' || third === undefined || more.length > 0) return before
  const column = String(first.value).split('.').at(-1) ?? ''
  return [...before, { column, how: String(second.value), values: valuesOf(third), start: first.start }]
}

/**
 * A kept plan serves all values of a parameter, so it can't use an index for some of them: where a query names the condition
 * of a partial index, its values are written into the text (`sql.lit`, `literals`). What is found by its id is left alone:
 * with the condition in the text an index that seems empty would look cheaper than the key.
 */
export const checkIndexConditions = (tree: Tree): Offences => {
  const compared = comparedIn(tree)
  return codeFiles(tree)
    .filter((path) => path.startsWith('packages/server/src/') && !isTest(path))
    .flatMap((path) => {
      const text = tree.get(path) ?? ''
      const named = [...compared].filter(([table]) => new RegExp(`['"]${table}(['"]| as )`).test(text))
      const isCompared = (key: string, value: Value) => named.some(([, columns]) => columns.get(key)?.has(value))
      const found: Offences = []
      const seen = new Set<unknown>()
      new Visitor({
        CallExpression(call) {
          if (seen.has(call)) return
          const chain = comparisonsOf(call, seen)
          if (chain.some(({ column }) => column === 'id')) return
          for (const { column, how, values, start } of chain)
            if (values.length > 0 && values.every((value) => isCompared(keyOf(column, how), value)))
              found.push(
                `${path}:${lineAt(text, start)} ${column} ${values.join(', ')} is an index’s condition: sql.lit`,
              )
        },
      }).visit(parseSource(path, text).program)
      return found
    })
}
