import { type ESTree, Visitor } from 'vite'
import { parseSource } from './source.ts'
import { codeFiles, isTest, lineAt, type Offences, type Tree } from './tree.ts'

/** What waits ends what hangs: a loaded machine takes seconds for what an idle one does in a moment. */
const shortestWaitMs = 10_000

type Node = ESTree.Node

const propertyOf = (node: Node): string | undefined =>
  node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : undefined

const nameOf = (node: Node): string | undefined => (node.type === 'Identifier' ? node.name : propertyOf(node))

interface ParsedTest {
  readonly path: string
  readonly text: string
  readonly program: ESTree.Program
}

/** The test files of a tree with their parsed sources. */
const parsedTests = (tree: Tree): ParsedTest[] =>
  codeFiles(tree)
    .filter(isTest)
    .map((path) => {
      const text = tree.get(path) ?? ''
      return { path, text, program: parseSource(path, text).program }
    })

const timeoutIn = (node: Node): { readonly start: number; readonly ms: number } | undefined => {
  if (node.type !== 'ObjectExpression') return undefined
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.key.name !== 'timeout') continue
    const { value } = property
    if (value.type === 'Literal' && typeof value.value === 'number') return { start: value.start, ms: value.value }
  }
  return undefined
}

/** Waits whose limit decides a test on a slow machine. A picture that can't be taken is no failure. */
export const checkShortWaits = (tree: Tree): Offences =>
  parsedTests(tree).flatMap(({ path, text, program }) => {
    const found: Offences = []
    const spared = new Set<Node>()
    new Visitor({
      CallExpression({ callee, arguments: args, start }) {
        const name = propertyOf(callee)
        if (name === 'screenshot') for (const arg of args) spared.add(arg)
        const isVi = callee.type === 'MemberExpression' && nameOf(callee.object) === 'vi'
        if (isVi && (name === 'waitFor' || name === 'waitUntil') && args.length < 2)
          found.push(`${path}:${lineAt(text, start)} vi.${name} gives up after a second: say { timeout }`)
      },
      ObjectExpression(node) {
        const limit = timeoutIn(node)
        if (limit === undefined || limit.ms >= shortestWaitMs || spared.has(node)) return
        found.push(`${path}:${lineAt(text, limit.start)} a wait of ${limit.ms} ms: at least ${shortestWaitMs}`)
      },
    }).visit(program)
    return found
  })

const isClock = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  nameOf(node.callee.property) === 'now' &&
  ['Date', 'performance'].includes(nameOf(node.callee.object) ?? '')

/** Whether any node below this one, itself included, is such. */
const holds = (node: unknown, isSuch: (node: Node) => boolean): boolean => {
  if (Array.isArray(node)) return node.some((each) => holds(each, isSuch))
  if (typeof node !== 'object' || node === null) return false
  if ('type' in node && typeof node.type === 'string' && isSuch(node as Node)) return true
  return Object.values(node).some((each) => holds(each, isSuch))
}

/** Whether a function's body answers such: its expression, or what it returns. */
const answers = (body: Node, isSuch: (node: Node) => boolean): boolean =>
  body.type === 'BlockStatement'
    ? holds(body, (node) => node.type === 'ReturnStatement' && holds(node.argument, isSuch))
    : holds(body, isSuch)

/**
 * Assertions that something took no longer than so, by the machine's clock. That it took at least so long holds on any
 * machine.
 */
export const checkWallClock = (tree: Tree): Offences =>
  parsedTests(tree).flatMap(({ path, text, program }) => {
    const instants = new Set<string>()
    const spans = new Set<string>()
    /** Functions that answer how long something took. */
    const stopwatches = new Set<string>()
    const isInstant = (node: Node) => isClock(node) || (node.type === 'Identifier' && instants.has(node.name))
    const isSpan = (node: Node): boolean =>
      (node.type === 'Identifier' && spans.has(node.name)) ||
      (node.type === 'CallExpression' && stopwatches.has(nameOf(node.callee) ?? '')) ||
      (node.type === 'BinaryExpression' && node.operator === '-' && (isInstant(node.left) || isInstant(node.right)))
    const keep = (name: string | undefined, value: Node | null | undefined) => {
      if (name === undefined || !value) return
      if (value.type === 'ArrowFunctionExpression') {
        if (answers(value.body, isSpan)) stopwatches.add(name)
      } else if (holds(value, isSpan)) spans.add(name)
      else if (isClock(value)) instants.add(name)
    }
    const found: Offences = []
    const collect = new Visitor({
      VariableDeclarator({ id, init }) {
        keep(nameOf(id), init)
      },
      AssignmentExpression({ left, right }) {
        keep(nameOf(left), right)
      },
      CallExpression({ callee, arguments: args }) {
        if (callee.type === 'MemberExpression' && nameOf(callee.property) === 'push' && holds(args, isSpan))
          spans.add(nameOf(callee.object) ?? '')
      },
    })
    // A function may stand above what it calls: once more for each that is found.
    for (let known = -1; known !== spans.size + stopwatches.size; ) {
      known = spans.size + stopwatches.size
      collect.visit(program)
    }
    new Visitor({
      MemberExpression({ object, property, start }) {
        if (object.type !== 'CallExpression' || object.callee.type !== 'Identifier') return
        if (object.callee.name !== 'expect' || !holds(object.arguments[0], isSpan)) return
        if (nameOf(property)?.startsWith('toBeGreaterThan')) return
        found.push(`${path}:${lineAt(text, start)} asserts how long something took by the machine's clock`)
      },
    }).visit(program)
    return found
  })

const pauseNames = new Set(['sleep', 'pause', 'waitForTimeout'])

const isPause = (node: Node): boolean => {
  if (node.type === 'CallExpression') return pauseNames.has(nameOf(node.callee) ?? '')
  // new Promise((resolve) => setTimeout(resolve, 300))
  return (
    node.type === 'NewExpression' &&
    nameOf(node.callee) === 'Promise' &&
    holds(node.arguments, (below) => below.type === 'CallExpression' && nameOf(below.callee) === 'setTimeout')
  )
}

/** Pauses that hope something has happened by then. One that is meant says why, in a comment on the line above it. */
export const checkPauses = (tree: Tree): Offences =>
  parsedTests(tree).flatMap(({ path, text, program }) => {
    const lines = text.split('\n')
    const found: Offences = []
    new Visitor({
      AwaitExpression({ argument, start }) {
        if (!isPause(argument)) return
        const line = lineAt(text, start)
        // A loop that asks again and again is a poll.
        const isPoll = /\b(for|while) \(/.test(`${lines[line - 2] ?? ''}${lines[line - 1] ?? ''}`)
        const isExplained = /^\s*(\/\/|\*)/.test(lines[line - 2] ?? '')
        if (!isPoll && !isExplained)
          found.push(`${path}:${line} a pause: poll for what is to happen, or say above it why`)
      },
    }).visit(program)
    return found
  })

const looseText = /(?:\bpage|getByRole\('main'\))\s*\.getByText\((?:[^()]|\([^()]*\))*\)\s*\.first\(\)\s*\.waitFor\(/g

/** Waits for a text wherever it comes first: a tab, a filter or a message may say the same before the row does. */
export const checkLooseTexts = (tree: Tree): Offences =>
  codeFiles(tree)
    .filter((path) => path.startsWith('e2e/') && isTest(path))
    .flatMap((path) => {
      const text = tree.get(path) ?? ''
      return [...text.matchAll(looseText)].map(
        ({ index }) =>
          `${path}:${lineAt(text, index)} waits for the first such text of the page: name the row or region`,
      )
    })
