import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { allowedLines, grownLines, sizePage, sizeText, slugAt, unsaid, unsaidSince } from './size.ts'

const order = 'packages/server/src/modules/order/order.ts'
const lines = (count: number): string => 'a line\n'.repeat(count)

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'kaimai-size-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** A repository whose commits are files with a message. */
const repository = () => {
  const root = folder()
  const git = (...args: readonly string[]): string =>
    execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false', ...args],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
  git('init', '-q', '-b', 'main')
  const commit = (message: string, files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    git('add', '-A')
    git('commit', '-q', '-m', message)
  }
  return { root, git, commit }
}

test('a file belongs to its slug, or to its room of the layout, or to its folder', () => {
  expect(slugAt(order)).toBe('order')
  expect(slugAt('packages/web/src/features/order/text/en.json')).toBe('order')
  expect(slugAt('packages/contract/src/order/order.routes.ts')).toBe('order')
  expect(slugAt('packages/server/migrations/001-order.sql')).toBe('migrations')
  expect(slugAt('packages/web/src/app/main.tsx')).toBe('web-app')
  expect(slugAt('docs/decisions/001-tooling.md')).toBe('docs')
  expect([slugAt('README.md'), slugAt('package-lock.json')]).toEqual(['root', 'package-lock'])
})

test('what grew beyond what the messages say is printed as a message has it', () => {
  const rows = [`30\t10\t${order}`, '5\t0\tdocs/a.md', '-\t-\tdocs/a.webp', `9\t0\t${sizePage}`, '']
  const grown = grownLines(rows.join('\0'))
  expect([...grown]).toEqual([
    ['order', 20],
    ['docs', 5],
  ])
  const allowed = allowedLines('Refund a part\n\nsize: +12 order, for the list\nsize: +3 order\nAlso size: +9 docs')
  expect([...allowed]).toEqual([['order', 15]])
  expect(unsaid(grown, allowed)).toEqual(['size: +5 docs', 'size: +5 order'])
  expect(unsaid(grownLines(`0\t8\t${order}`), new Map())).toEqual([])
})

test('commits are compared with the size that was written the last time but one, so that writing it hides nothing', () => {
  const { root, commit } = repository()
  commit('Begin', { [order]: lines(10) })
  expect(unsaidSince(root)).toBeUndefined()
  commit('Write down the size', { [sizePage]: '{}' })
  expect(unsaidSince(root)).toEqual([])
  commit('Grow', { [order]: lines(14) })
  expect(unsaidSince(root)).toEqual(['size: +4 order'])
  commit('Write down the size again', { [sizePage]: '{ }' })
  expect(unsaidSince(root)).toEqual(['size: +4 order'])
  commit('Say why\n\nsize: +4 order', { 'README.md': '' })
  expect(unsaidSince(root)).toEqual([])
})

test('a commit has one answer, wherever its branch stands and in any clone; a cut-off history is not compared', () => {
  const { root, git, commit } = repository()
  commit('Begin', { [sizePage]: '{}', [order]: lines(1) })
  git('switch', '-q', '-c', 'part')
  commit('Grow', { [order]: lines(3) })
  expect(unsaidSince(root)).toEqual(['size: +2 order'])
  const [whole, cut] = [folder(), folder()]
  execFileSync('git', ['clone', '-q', root, whole])
  execFileSync('git', ['clone', '-q', '--depth', '1', `file://${root}`, cut], { stdio: 'ignore' })
  expect([unsaidSince(whole), unsaidSince(cut)]).toEqual([['size: +2 order'], undefined])
  git('branch', '-f', 'main', 'part')
  expect(unsaidSince(root)).toEqual(['size: +2 order'])
  expect(unsaidSince(folder())).toBeUndefined()
})

test('the page holds files, lines and routes of each slug, and lines per route', () => {
  const { root, commit } = repository()
  commit('Begin', { [order]: lines(10), 'docs/a.md': lines(2), [sizePage]: '{}' })
  expect(JSON.parse(sizeText(root, ['order', 'order', 'order']))).toEqual({
    whole: { files: 2, lines: 12, routes: 3, linesPerRoute: 4 },
    slugs: { docs: { files: 1, lines: 2 }, order: { files: 1, lines: 10, routes: 3 } },
  })
})
