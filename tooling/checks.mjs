import { availableParallelism } from 'node:os'

/** Each checker works out anew what the others have: more of them than cores is a fifth more work. Four are what tsc takes. */
const checkers = String(Math.min(4, availableParallelism()))

/**
 * What must hold before a commit, by name; `vitest` names the tests that a check is made of, the others are one
 * command each that succeeds or fails as a whole.
 */
export const checks = [
  { name: 'types', title: 'types', command: ['tsc', '-p', '.', '--noEmit', '--checkers', checkers] },
  { name: 'lint', title: 'lint', command: ['oxlint', '.'] },
  { name: 'format', title: 'format', command: ['biome', 'format', '--reporter=summary', '.'] },
  { name: 'unused', title: 'unused code', command: ['knip', '--no-progress', '--no-config-hints'] },
  { name: 'architecture', title: 'architecture', vitest: ['--project', 'architecture'] },
  { name: 'unsteady', title: 'unsteady tests', command: ['node', 'tooling/unsteady.mjs'] },
  { name: 'size', title: 'size', command: ['node', 'tooling/size.ts'] },
]
