import { type ESTree, Visitor } from 'vite'
import { parseSource } from './source.ts'
import { codeFiles, isTest, lineAt, type Offences, type Tree } from './tree.ts'

type Node = ESTree.Node

const timers = new Set(['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'])
const listening = new Set(['on', 'once', 'addListener', 'addEventListener'])

/**
 * Whose handlers are another matter: `process` is the last resort itself, `port` a thread's own (its owner hears of its
 * end), `events` runs its handlers as jobs.
 */
const spared = new Set(['process', 'port', 'events', 'join'])

/**
 * Files that wrap a thread or a child process, whose handlers do no more than settle the promise of who waits; a thread's
 * own program, whose end its owner hears of; what gives back a counted place in memory; the last resort itself.
 */
const settling = [
  'packages/server/src/main.ts',
  'packages/server/src/process-end.ts',
  'packages/server/src/platform/db/pglite-worker.ts',
  'packages/server/src/platform/files/serve.ts',
  'packages/server/src/platform/media/',
  'packages/server/src/platform/sheet/sheet-thread.ts',
  'packages/server/src/platform/sheet/sheet-worker.ts',
  'packages/server/src/platform/ports/picture-process.ts',
  'packages/server/src/platform/db/pglite-thread.ts',
]

const propertyOf = (node: Node): string | undefined =>
  node.type === 'MemberExpression' && node.property.type === 'Identifier' ? node.property.name : undefined

const nameOf = (node: Node): string | undefined => (node.type === 'Identifier' ? node.name : propertyOf(node))

/** What a callback may do without a guard: nothing, settle a promise, end a stream, write to the log, handle its own rejection. */
const isHarmless = (body: Node): boolean => {
  if (body.type === 'BlockStatement') {
    const [first] = body.body
    return first === undefined || (body.body.length === 1 && isHarmless(first))
  }
  if (body.type === 'ExpressionStatement') return isHarmless(body.expression)
  if (body.type !== 'CallExpression') return false
  const { callee } = body
  if (callee.type === 'Identifier') return callee.name === 'resolve' || callee.name === 'reject'
  if (callee.type !== 'MemberExpression') return false
  return nameOf(callee.object) === 'log' || propertyOf(callee) === 'catch' || propertyOf(callee) === 'destroy'
}

/** The names that a file gives to what `guarded(…)` answers, and to what needs no guard. */
const guardedNames = (program: ESTree.Program): Set<string> => {
  const names = new Set(['resolve', 'reject'])
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init && isGuarded(init, names)) names.add(id.name)
    },
  }).visit(program)
  return names
}

const isGuarded = (callback: Node | undefined, names: ReadonlySet<string>): boolean => {
  if (callback === undefined) return true
  if (callback.type === 'CallExpression') return nameOf(callback.callee) === 'guarded'
  if (callback.type === 'Identifier') return names.has(callback.name)
  return callback.type === 'ArrowFunctionExpression' && isHarmless(callback.body)
}

/** Calls whose answer is no promise, so that `void` before them leaves nothing to itself. */
const plain = new Set([
  'push',
  'add',
  'set',
  'delete',
  'header',
  'type',
  'send',
  'write',
  'kill',
  'destroy',
  'every',
  'clear',
])

/**
 * Timers, handlers of events and promises that nobody awaits: what one of them throws ends the process, and with it
 * every room. They go through `guarded` (platform/guarded.ts).
 */
export const checkUnattended = (tree: Tree): Offences =>
  codeFiles(tree)
    .filter((path) => path.startsWith('packages/server/src/') && !isTest(path))
    .filter((path) => !settling.some((place) => path.startsWith(place)))
    .flatMap((path) => {
      const text = tree.get(path) ?? ''
      const { program } = parseSource(path, text)
      const names = guardedNames(program)
      const found: Offences = []
      const add = (start: number, what: string): void =>
        void found.push(`${path}:${lineAt(text, start)} ${what} ends the process when it throws: guarded(…)`)
      new Visitor({
        CallExpression({ callee, arguments: args, start }) {
          const [first, second] = args
          if (callee.type === 'Identifier' && timers.has(callee.name) && !isGuarded(first, names))
            add(start, 'the callback of a timer')
          if (callee.type !== 'MemberExpression' || !listening.has(propertyOf(callee) ?? '') || args.length > 3) return
          const isEvent = first?.type === 'Literal' && typeof first.value === 'string'
          if (!isEvent || second === undefined || second.type === 'Literal' || spared.has(nameOf(callee.object) ?? ''))
            return
          if (!isGuarded(second, names)) add(start, `the handler of an event`)
        },
        UnaryExpression({ operator, argument, start }) {
          if (operator !== 'void' || argument.type !== 'CallExpression') return
          if (!plain.has(propertyOf(argument.callee) ?? '')) add(start, 'a promise that nobody awaits')
        },
      }).visit(program)
      return found
    })
