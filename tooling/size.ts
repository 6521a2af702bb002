// node tooling/size.ts: refuses a slug that grew by more lines than the commits say. --write writes tooling/size.json.
import { execFileSync, type StdioOptions } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { placeOf } from './architecture/places.ts'

/** Files and lines of each slug and lines per route, as they were when it was last written. It counts for nothing itself. */
export const sizePage = 'tooling/size.json'

/** What git answers; undefined where there is no repository (a copy of the sources), or no such commit. */
const git = (root: string, ...args: readonly string[]): string | undefined => {
  try {
    const stdio: StdioOptions = ['ignore', 'pipe', 'ignore']
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28, stdio }).trim()
  } catch {
    return undefined
  }
}

/** The slug of a file; its room of the layout where it has none, its folder where it stands in no room. */
export const slugAt = (path: string): string => {
  const place = placeOf(path)
  if (place !== undefined) return place.slug ?? place.zone
  if (path === 'package-lock.json') return 'package-lock'
  return path.includes('/') ? path.replace(/\/.*$/s, '') : 'root'
}

/** Lines by which each slug grew, from `git diff --numstat -z`. Binary files have none. */
export const grownLines = (numstat: string): Map<string, number> => {
  const grown = new Map<string, number>()
  for (const row of numstat.split('\0')) {
    const [added = '', removed = '', path = ''] = row.split('\t')
    if (path === '' || path === sizePage || added === '-') continue
    const slug = slugAt(path)
    grown.set(slug, (grown.get(slug) ?? 0) + Number(added) - Number(removed))
  }
  return grown
}

/** Lines by which commit messages let each slug grow: `size: +420 coupon`, one a line, a reason behind it or not. */
export const allowedLines = (messages: string): Map<string, number> => {
  const allowed = new Map<string, number>()
  for (const [, lines = '', slug = ''] of messages.matchAll(/^size: \+(\d+) (\.?[\w-]+)/gm))
    allowed.set(slug, (allowed.get(slug) ?? 0) + Number(lines))
  return allowed
}

/** What the messages do not say yet, each line as a message has it. */
export const unsaid = (grown: ReadonlyMap<string, number>, allowed: ReadonlyMap<string, number>): string[] =>
  [...grown]
    .map(([slug, lines]) => ({ slug, more: lines - (allowed.get(slug) ?? 0) }))
    .filter(({ more }) => more > 0)
    .map(({ slug, more }) => `size: +${more} ${slug}`)
    .toSorted()

/**
 * What the commits up to HEAD do not say of how far it grew since size.json was written the last time but one; the last
 * time, where it was written once. So a commit that writes it is compared too, and the answer depends on the commit alone,
 * not on where a branch stands. Undefined where the history does not tell: it is cut off, or nobody wrote the page yet.
 */
export const unsaidSince = (root: string): string[] | undefined => {
  if (git(root, 'rev-parse', '--is-shallow-repository') !== 'false') return undefined
  const since = git(root, 'log', '-2', '--format=%H', '--', sizePage)?.split('\n').at(-1)
  if (since === undefined || since === '') return undefined
  const numstat = git(root, 'diff', '--numstat', '-z', '--no-renames', since, 'HEAD')
  const messages = git(root, 'log', '--format=%B', `${since}..HEAD`)
  return numstat === undefined || messages === undefined
    ? undefined
    : unsaid(grownLines(numstat), allowedLines(messages))
}

/** The text of size.json: every tracked text file as it stands in the work tree; `routes`: the slug of each route. */
export const sizeText = (root: string, routes: readonly string[]): string => {
  const sizes = new Map<string, { files: number; lines: number }>()
  const whole = { files: 0, lines: 0 }
  for (const row of (git(root, 'grep', '-I', '-c', '-z', '-e', '') ?? '').split('\n')) {
    const [path = '', count = '0'] = row.split('\0')
    if (path === '' || path === sizePage) continue
    const slug = slugAt(path)
    const size = sizes.get(slug) ?? { files: 0, lines: 0 }
    sizes.set(slug, size)
    for (const each of [size, whole]) {
      each.files += 1
      each.lines += Number(count)
    }
  }
  const inLine = (name: string, values: object): string =>
    `"${name}": ${JSON.stringify(values).replaceAll(/[{:,]/g, '$& ').replace('}', ' }')}`
  const rows = [...sizes]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([slug, size]) => ({ slug, size, own: routes.filter((each) => each === slug).length }))
    .map(({ slug, size, own }) => `    ${inLine(slug, { ...size, ...(own > 0 ? { routes: own } : {}) })}`)
  const linesPerRoute = Math.round(whole.lines / Math.max(1, routes.length))
  const all = inLine('whole', { ...whole, routes: routes.length, linesPerRoute })
  return `{\n  ${all},\n  "slugs": {\n${rows.join(',\n')}\n  }\n}\n`
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url))
  if (process.argv.includes('--write')) {
    const { allRoutes, slugOfRoute } = await import('../packages/contract/src/all-routes.ts')
    writeFileSync(join(root, sizePage), sizeText(root, Object.keys(allRoutes).map(slugOfRoute)))
  }
  const missing = unsaidSince(root)
  if (missing === undefined) console.log('size: the history does not tell what to compare with')
  else if (missing.length > 0) {
    console.error(
      `It grew by more than its commits say. Make it smaller, or say in a message why:\n${missing.join('\n')}`,
    )
    process.exitCode = 1
  }
}
