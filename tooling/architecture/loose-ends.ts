import { Visitor } from 'vite'
import { parseSource } from './source.ts'
import { codeFiles, lineAt, type Offences, type Tree } from './tree.ts'

/** Written so that this file is not one of its own finds. */
const marks = /\b(TO[D]O|FIX[M]E)\b/g

/** Notes to come back later: what is left over belongs to an issue, not into the code. */
export const checkMarks = (tree: Tree): Offences =>
  codeFiles(tree).flatMap((path) => {
    const text = tree.get(path) ?? ''
    return [...text.matchAll(marks)].map((match) => `${path}:${lineAt(text, match.index)} ${match[0]}`)
  })

/** Places where the type check is switched off. */
export const checkAny = (tree: Tree): Offences =>
  codeFiles(tree)
    .filter((path) => !path.endsWith('.mjs'))
    .flatMap((path) => {
      const text = tree.get(path) ?? ''
      const { program, comments } = parseSource(path, text)
      const found: Offences = comments
        .filter(({ value }) => /@ts-(ignore|nocheck)/.test(value))
        .map(({ start }) => `${path}:${lineAt(text, start)} switches the type check off`)
      new Visitor({
        TSAnyKeyword({ start }) {
          found.push(`${path}:${lineAt(text, start)} any`)
        },
      }).visit(program)
      return found
    })

/** Files that only pass on what others export. */
export const checkBarrels = (tree: Tree): Offences =>
  codeFiles(tree).flatMap((path) => {
    const { program } = parseSource(path, tree.get(path) ?? '')
    const isBarrel =
      program.body.length > 0 &&
      program.body.every(
        (statement) =>
          statement.type === 'ExportAllDeclaration' ||
          (statement.type === 'ExportNamedDeclaration' && statement.source !== null),
      )
    return isBarrel ? [`${path}: only passes on what others export; import from the source`] : []
  })

const isFileUrl = (node: unknown): boolean => {
  if (typeof node !== 'object' || node === null || !('type' in node)) return false
  if (node.type !== 'NewExpression' || !('arguments' in node) || !Array.isArray(node.arguments)) return false
  return JSON.stringify(node.arguments).includes('"name":"meta"')
}

/** A file URL's `pathname` is no path: spaces and Chinese letters are escaped in it. `fileURLToPath` reads it. */
export const checkFilePaths = (tree: Tree): Offences =>
  codeFiles(tree).flatMap((path) => {
    const text = tree.get(path) ?? ''
    const found: Offences = []
    const fileUrls = new Set<string>()
    const add = (start: number) => found.push(`${path}:${lineAt(text, start)} pathname of a file's URL: fileURLToPath`)
    new Visitor({
      VariableDeclarator({ id, init }) {
        if (id.type === 'Identifier' && isFileUrl(init)) fileUrls.add(id.name)
        if (id.type !== 'ObjectPattern' || !isFileUrl(init)) return
        if (text.slice(id.start, id.end).includes('pathname')) add(id.start)
      },
      MemberExpression({ object, property, start }) {
        if (property.type !== 'Identifier' || property.name !== 'pathname') return
        if (isFileUrl(object) || (object.type === 'Identifier' && fileUrls.has(object.name))) add(start)
      },
    }).visit(parseSource(path, text).program)
    return found
  })

/** Tests that are switched off, or that switch all others off. */
export const checkSwitchedOff = (tree: Tree): Offences =>
  codeFiles(tree).flatMap((path) => {
    const text = tree.get(path) ?? ''
    const found: Offences = []
    new Visitor({
      MemberExpression({ object, property, start }) {
        const isSwitch = property.type === 'Identifier' && /^(skip|only|todo|fails)$/.test(property.name)
        if (isSwitch && object.type === 'Identifier' && /^(test|it|describe|suite)$/.test(object.name)) {
          found.push(`${path}:${lineAt(text, start)} ${object.name}.${property.name}`)
        }
      },
    }).visit(parseSource(path, text).program)
    return found
  })

/** A literal that is spread into another one hides how long that is. */
export const checkSpreads = (tree: Tree): Offences =>
  codeFiles(tree).flatMap((path) => {
    const text = tree.get(path) ?? ''
    const found: Offences = []
    const look = ({ argument, start }: { argument: { type: string }; start: number }): void => {
      if (argument.type === 'ObjectExpression') found.push(`${path}:${lineAt(text, start)} a literal is spread`)
    }
    new Visitor({ SpreadElement: look, JSXSpreadAttribute: look }).visit(parseSource(path, text).program)
    return found
  })
