import { type ESTree, Visitor } from 'vite'
import { parseSource } from './source.ts'
import { textsByFile } from './texts.ts'
import { codeFiles, isTest, lineAt, type Offences, type Tree } from './tree.ts'

/** The names of a text's places: `{{count}}` of “{{count}} items”. */
const placesOf = (forms: readonly string[]): string[] => [
  ...new Set(forms.flatMap((text) => [...text.matchAll(/\{\{-?\s*(\w+)/g)].flatMap((match) => match[1] ?? []))),
]

/** The names that an object literal gives values to; undefined where they can't be told from it. */
const namesGiven = (argument: ESTree.Argument | undefined): string[] | undefined => {
  if (argument === undefined) return []
  if (argument.type !== 'ObjectExpression') return undefined
  const names: string[] = []
  for (const property of argument.properties) {
    if (property.type !== 'Property' || property.computed) return undefined
    if (property.key.type === 'Identifier') names.push(property.key.name)
    else if (property.key.type === 'Literal') names.push(String(property.key.value))
  }
  return names
}

/** What a call may ask for: a text by name, or one of those that a template (`note.${kind}`) can name. */
const keyPattern = (argument: ESTree.Argument | undefined): RegExp[] => {
  if (argument?.type === 'ConditionalExpression')
    return [...keyPattern(argument.consequent), ...keyPattern(argument.alternate)]
  if (argument?.type === 'Literal' && typeof argument.value === 'string')
    return [new RegExp(`^${RegExp.escape(argument.value)}$`)]
  if (argument?.type !== 'TemplateLiteral') return []
  const pieces = argument.quasis.map(({ value }) => RegExp.escape(value.cooked ?? value.raw))
  // A key whose first word is open could be any text at all.
  return pieces[0] === '' ? [] : [new RegExp(`^${pieces.join('[\\w-]+')}$`)]
}

/**
 * Each place of a text is given a value by who asks for the text: a place without one is drawn as nothing (“at most
 * characters”). Calls whose key or values can't be read from the call itself are left to the tests of the screen.
 */
export const checkTextPlaces = (tree: Tree): Offences => {
  const known = textsByFile(tree)
  return codeFiles(tree).flatMap((path) => {
    const slug = /^packages\/web\/src\/(?:features|app)\/([\w-]+)\//.exec(path)?.[1]
    if (slug === undefined || isTest(path)) return []
    const source = tree.get(path) ?? ''
    const { program } = parseSource(path, source)
    const namespaces = namespacesByVariable(program)
    const offences: Offences = []
    new Visitor({
      CallExpression({ callee, arguments: [key, values], start }) {
        if (callee.type !== 'Identifier') return
        const asked = namespaces.get(callee.name) ?? (callee.name === 't' ? [slug] : [])
        const given = namesGiven(values)
        if (given === undefined) return
        for (const pattern of keyPattern(key)) {
          // Which text of a template is asked for, or which page's of two by one name, isn't seen here: one must fit.
          const missing = asked
            .flatMap((namespace) => textsNamed(known, namespace, pattern))
            .map(({ name, forms }) => ({ name, places: placesOf(forms).filter((place) => !given.includes(place)) }))
          const least = missing.toSorted((one, other) => one.places.length - other.places.length)[0]
          if (least !== undefined && least.places.length > 0)
            offences.push(`${path}:${lineAt(source, start)} ${least.name} is given no ${least.places.join(', ')}`)
        }
      },
    }).visit(program)
    return offences
  })
}

/** `const t = useText('product')` and its like: the variable → the namespaces it may stand for in this file. */
const namespacesByVariable = (program: ESTree.Program): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression') return
      const [namespace] = init.arguments
      if (init.callee.type !== 'Identifier' || init.callee.name !== 'useText') return
      if (namespace?.type !== 'Literal' || typeof namespace.value !== 'string') return
      found.set(id.name, [...(found.get(id.name) ?? []), namespace.value])
    },
  }).visit(program)
  return found
}

interface NamedText {
  readonly name: string
  readonly forms: readonly string[]
}

const textsNamed = (known: ReturnType<typeof textsByFile>, namespace: string, pattern: RegExp): NamedText[] => {
  const own = known.filter(({ path }) => path.includes(`/${namespace}/`))
  return (own.length > 0 ? own : known).flatMap(({ texts }) =>
    [...texts].flatMap(([name, forms]) => (pattern.test(name) ? [{ name, forms }] : [])),
  )
}

/** The errors with places: `orderErrors.leftOnly` → product, left. */
const errorPlaces = (tree: Tree): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>()
  for (const path of codeFiles(tree)) {
    if (!path.startsWith('packages/contract/src/') || isTest(path)) continue
    const source = tree.get(path) ?? ''
    if (!source.includes('defineErrorTexts(')) continue
    new Visitor({
      CallExpression({ callee, arguments: [texts] }) {
        if (callee.type !== 'Identifier' || callee.name !== 'defineErrorTexts') return
        if (texts?.type !== 'ObjectExpression') return
        for (const property of texts.properties) {
          if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
          const places = placesOf([source.slice(property.value.start, property.value.end)])
          if (places.length > 0) found.set(property.key.name, places)
        }
      },
    }).visit(parseSource(path, source).program)
  }
  return found
}

const errorNameIn = (node: ESTree.Argument | undefined): string | undefined =>
  node?.type === 'MemberExpression' &&
  !node.computed &&
  node.object.type === 'Identifier' &&
  /(Errors|^common)$/.test(node.object.name) &&
  node.property.type === 'Identifier'
    ? node.property.name
    : undefined

/** An error text with places goes out through `withValues`, with a value for each of them. */
export const checkErrorPlaces = (tree: Tree): Offences => {
  const known = errorPlaces(tree)
  return codeFiles(tree).flatMap((path) => {
    if (!path.startsWith('packages/') || isTest(path)) return []
    const source = tree.get(path) ?? ''
    const offences: Offences = []
    const refuse = (start: number, words: string): void => {
      offences.push(`${path}:${lineAt(source, start)} ${words}`)
    }
    const refuseBare = (node: ESTree.Argument): void => {
      const name = errorNameIn(node)
      if (name !== undefined && known.has(name)) refuse(node.start, `${name} goes out without values: say withValues`)
    }
    new Visitor({
      CallExpression({ callee, arguments: args, start }) {
        if (callee.type !== 'Identifier' || callee.name !== 'withValues') {
          args.forEach(refuseBare)
          return
        }
        const name = errorNameIn(args[0])
        const given = namesGiven(args[1])
        if (name === undefined || given === undefined) return
        const places = known.get(name) ?? []
        const missing = places.filter((place) => !given.includes(place))
        if (missing.length > 0) refuse(start, `${name} is given no ${missing.join(', ')}`)
        const unused = given.filter((value) => !places.includes(value))
        if (unused.length > 0) refuse(start, `${name} has no place for ${unused.join(', ')}`)
      },
      Property({ value }) {
        if (value.type === 'MemberExpression') refuseBare(value)
      },
    }).visit(parseSource(path, source).program)
    return offences
  })
}
