import { execFileSync } from 'node:child_process'

const git = (root, ...args) => {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    // No repository (a copy of the sources), or no such commit.
    return undefined
  }
}

/**
 * The commit that this one is compared with: where it left the main branch, or its first parent where it is the main
 * branch's newest. Undefined where there is none.
 */
export function baseCommit(root) {
  const head = git(root, 'rev-parse', 'HEAD')
  if (head === undefined) return undefined
  for (const main of ['origin/main', 'main']) {
    const base = git(root, 'merge-base', 'HEAD', main)
    if (base !== undefined && base !== head) return base
  }
  return git(root, 'rev-parse', 'HEAD^')
}

/** Paths of files that this commit, and what is not committed yet, has changed or added since `baseCommit`, sorted. */
export function changedFiles(root) {
  const base = baseCommit(root)
  if (base === undefined) return []
  const changed = git(root, 'diff', '--name-only', '--diff-filter=d', base) ?? ''
  const added = git(root, 'ls-files', '--others', '--exclude-standard') ?? ''
  return [...new Set([...changed.split('\n'), ...added.split('\n')])].filter((path) => path !== '').sort()
}
