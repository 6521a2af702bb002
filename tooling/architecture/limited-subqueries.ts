import { isTest, lineAt, type Offences, type Tree } from './tree.ts'

const behindIn = /'in',\s*\(\w+\)\s*=>|\bin \((?=\s*select\b)/g

/** What stands in the brackets that are open at an offset, or that the expression from there on opens and closes. */
const insideOf = (text: string, from: number): string => {
  let depth = 1
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '(') depth += 1
    if (sign === ')') depth -= 1
    if (depth === 0) return text.slice(from, at)
  }
  return text.slice(from)
}

/**
 * A query that takes some rows of many stands behind `= any(array(…))` (`readOnce`), never behind `in`, where PostgreSQL may
 * read it again for each row that it is compared with.
 */
export const checkLimitedSubqueries = (tree: Tree): Offences =>
  [...tree]
    .filter(([path]) => path.startsWith('packages/server/src/') && path.endsWith('.ts') && !isTest(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(behindIn)]
        .filter((match) => /\.limit\(|\blimit \$\{|\blimit \d/.test(insideOf(text, match.index + match[0].length)))
        .map(({ index }) => `${path}:${lineAt(text, index)} a query with a limit stands behind in: readOnce`),
    )
