import { existsSync, readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = new URL('durations.json', import.meta.url)
/** Seconds by path, as `node tooling/durations.mjs` wrote them of the last whole run. */
const durations: Readonly<Record<string, number>> = existsSync(page) ? JSON.parse(readFileSync(page, 'utf8')) : {}

const secondsOf = ({ moduleId }: TestSpecification): number => durations[relative(root, moduleId)] ?? 0

/** The longest begins first, so that no worker is left with it at the end; a fresh clone knows nothing but the list. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => secondsOf(b) - secondsOf(a) || (a.moduleId < b.moduleId ? -1 : 1))
  }
}
