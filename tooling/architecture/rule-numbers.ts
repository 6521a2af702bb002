import { type ESTree, Visitor } from 'vite'
import { parseSource } from './source.ts'
import { codeFiles, isTest, lineAt, type Offences, type Tree } from './tree.ts'

const rulesPage = 'docs/rules.md'
const ruleLine = /^\s*- \*\*([A-Z]{2,6}-\d+)\*\*\s+(\S.*)$/

export interface Rule {
  readonly number: string
  readonly text: string
  readonly line: number
}

/** The behaviours that docs/rules.md lists: `- **UP-3** A chunk …`. */
export const rulesOf = (tree: Tree): Rule[] =>
  (tree.get(rulesPage) ?? '').split('\n').flatMap((line, at) => {
    const [, number, text] = ruleLine.exec(line) ?? []
    return number === undefined || text === undefined ? [] : [{ number, text, line: at + 1 }]
  })

export interface TestTitle {
  readonly path: string
  readonly line: number
  readonly title: string
  /** The rule numbers that it starts with. */
  readonly numbers: readonly string[]
}

/** Titles of `test(…)` and `it(…)`, also of `.each`, `.for` and the like. */
export const testTitles = (tree: Tree): TestTitle[] =>
  codeFiles(tree)
    .filter(isTest)
    .flatMap((path) => {
      const text = tree.get(path) ?? ''
      const found: TestTitle[] = []
      new Visitor({
        CallExpression({ callee, arguments: args, start }) {
          const [first] = args
          if (!isTestFunction(callee) || first === undefined) return
          const title = titleOf(text, first)
          if (title !== undefined) found.push({ path, line: lineAt(text, start), title, numbers: numbersOf(title) })
        },
      }).visit(parseSource(path, text).program)
      return found
    })

/** `test`, `it.concurrent`, `it.skipIf(…)`, `test.each([…])`: what takes a title. */
const isTestFunction = (callee: ESTree.Expression): boolean => {
  if (callee.type === 'Identifier') return callee.name === 'test' || callee.name === 'it'
  if (callee.type === 'MemberExpression') return isMember(callee, kinds)
  if (callee.type === 'CallExpression')
    return callee.callee.type === 'MemberExpression' && isMember(callee.callee, makers)
  return (
    callee.type === 'TaggedTemplateExpression' && callee.tag.type === 'MemberExpression' && isMember(callee.tag, makers)
  )
}

const kinds = /^(only|skip|todo|concurrent|sequential|fails)$/
/** Members that take a table or a condition and give back what takes the title. */
const makers = /^(each|for|skipIf|runIf)$/

const isMember = ({ object, property }: ESTree.MemberExpression, names: RegExp): boolean =>
  property.type === 'Identifier' && names.test(property.name) && isTestFunction(object)

const titleOf = (text: string, node: ESTree.Argument): string | undefined => {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type === 'TemplateLiteral') return text.slice(node.start + 1, node.end - 1)
  return undefined
}

const numbersOf = (title: string): string[] =>
  /^(?:[A-Z]{2,6}-\d+[\s,:]+)+/.exec(title)?.[0].match(/[A-Z]{2,6}-\d+/g) ?? []

/** Tests of the product start with the number of the behaviour they prove, and that behaviour is listed. */
export const checkTestTitles = (tree: Tree): Offences => {
  const known = new Set(rulesOf(tree).map(({ number }) => number))
  return testTitles(tree)
    .filter(({ path, numbers }) => path.startsWith('packages/') || numbers.length > 0)
    .flatMap(({ path, line, title, numbers }) => {
      if (numbers.length === 0) return [`${path}:${line} starts with no rule number: ${title}`]
      const strange = numbers.filter((number) => !known.has(number))
      return strange.map((number) => `${path}:${line} ${number} is not in ${rulesPage}: ${title}`)
    })
}

/** Behaviours that no test proves. */
export const unprovenRules = (tree: Tree): Rule[] => {
  const proven = new Set(testTitles(tree).flatMap(({ numbers }) => numbers))
  return rulesOf(tree).filter(({ number }) => !proven.has(number))
}

export const checkRulesProven = (tree: Tree): Offences =>
  unprovenRules(tree).map(({ number, text, line }) => `${rulesPage}:${line} ${number} has no test: ${text}`)

/** One number, one behaviour; and a line that is meant as a rule is read as one. */
export const checkRulesPage = (tree: Tree): Offences => {
  const rules = rulesOf(tree)
  const lines = new Map<string, number>()
  const twins = rules.flatMap(({ number, line }) => {
    const first = lines.get(number)
    lines.set(number, first ?? line)
    return first === undefined ? [] : [`${rulesPage}:${line} ${number} stands at line ${first} too`]
  })
  const read = new Set(rules.map(({ line }) => line))
  const unread = (tree.get(rulesPage) ?? '')
    .split('\n')
    .flatMap((line, at) => (/^\s*[-*] \**[A-Z]{2,6}-\d+/.test(line) && !read.has(at + 1) ? [at + 1] : []))
    .map((line) => `${rulesPage}:${line} is not written as - **UP-3** A chunk …`)
  return [...twins, ...unread]
}
