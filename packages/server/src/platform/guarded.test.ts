import { expect, test } from 'vitest'
import { guarded } from './guarded.ts'

const recorded = () => {
  const lines: { readonly what: string; readonly error: unknown }[] = []
  const error = (facts: { err: unknown }, what: string) => void lines.push({ what, error: facts.err })
  return { lines, log: { error: error as never } }
}
const bug = new Error('a bug')

test('PLATFORM-30 What nobody waits for is logged when it throws, at once or later, and the one that failed is dealt with', async () => {
  const { lines, log } = recorded()
  const dealtWith: unknown[] = []
  const note = (error: unknown, name: string) => void dealtWith.push([error, name])
  const throws = guarded(
    log,
    'at once',
    (_name: string): void => {
      throw bug
    },
    note,
  )
  const rejects = guarded(log, 'later', async (_name: string) => Promise.reject(bug), note)
  throws('first')
  rejects('second')
  await expect
    .poll(() => dealtWith)
    .toEqual([
      [bug, 'first'],
      [bug, 'second'],
    ])
  expect(lines).toEqual([
    { what: 'at once', error: bug },
    { what: 'later', error: bug },
  ])
})

test('PLATFORM-31 A handler keeps its `this` and its arguments, and one whose help throws as well ends nothing', () => {
  const { lines, log } = recorded()
  const socket = { name: 'socket', heard: '' }
  const hear = guarded(log, 'hear', function (this: typeof socket, text: string) {
    this.heard = `${this.name} ${text}`
  })
  hear.call(socket, 'hello')
  expect(socket.heard).toBe('socket hello')
  const hopeless = guarded(
    log,
    'hopeless',
    () => {
      throw bug
    },
    () => {
      throw new Error('no help')
    },
  )
  hopeless()
  expect(lines.map(({ what }) => what)).toEqual(['hopeless', 'hopeless; nor could that be mended'])
})
