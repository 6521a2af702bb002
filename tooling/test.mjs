// npm test: installs what the suites need, then runs them all. `npm test -- pglite journeys` runs those whose names start
// so, `npm test -- --list` names them. Whole logs are in .cache/test; the last line adds up: `N passed, N failed`. How a
// failed file runs again, and what unsteady tests cost, is in docs/tests.md.
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { whileAlone } from './hold.mjs'
import { ensureNeeds } from './install.mjs'
import { lookAtMachine, since } from './machine.mjs'
import { ensurePackages } from './packages.mjs'
import { refuseUnsupported } from './platform.mjs'
import { createSuiteRunner } from './run-suite.mjs'
import { endTogether, root } from './run.mjs'
import { suites } from './suites.mjs'
import { testFolder } from './test-folder.mjs'
import { rememberUnsteady } from './unsteady.mjs'

const progressMs = 60_000

const args = process.argv.slice(2)
if (args.includes('--list')) {
  for (const { name, title } of suites) console.log(`${name.padEnd(14)} ${title}`)
  process.exit(0)
}
const unknown = args.find((arg) => !suites.some(({ name }) => name.startsWith(arg)))
if (unknown !== undefined) {
  console.error(`There is no suite "${unknown}". npm test -- --list names them.`)
  process.exit(1)
}
const isWhole = args.length === 0
const chosen = isWhole ? suites : suites.filter(({ name }) => args.some((arg) => name.startsWith(arg)))

refuseUnsupported()
const ending = endTogether()
const start = Date.now()
let paths
try {
  await ensurePackages(root)
  paths = await ensureNeeds([...new Set(chosen.flatMap((suite) => suite.needs))])
} catch (error) {
  if (ending.isStopping()) process.exit()
  console.error(error.message)
  console.log('0 passed, 1 failed')
  process.exit(1)
}
const installedMs = Date.now() - start

// Two whole runs beside each other would each be slow for the other's sake.
const machineFolder = join(tmpdir(), `kaimai-${userInfo().uid}`)
const waiting = 'Another npm test runs on this machine; waiting for it …'
const code = await (isWhole ? whileAlone(machineFolder, 'npm-test', waiting, () => runAll()) : runAll())
process.exit(code)

async function runAll() {
  const beganAt = Date.now()
  const runner = createSuiteRunner({ paths, temporary: testFolder(), suites, isWhole })
  const results = []
  const batches = []
  for (const suite of chosen) {
    const batch = batches.at(-1)
    if (suite.withPrevious && batch !== undefined) batch.push(suite)
    else batches.push([suite])
  }
  for (const batch of batches) {
    const before = lookAtMachine()
    const ended = await Promise.all(batch.map(async (suite) => ({ suite, ...(await runOne(runner, suite)) })))
    if (ending.isStopping()) process.exit()
    results.push(...ended)
    for (const result of ended) printResult(result)
    console.log(`  ${since(before, lookAtMachine())}`)
    if (ended.some(({ suite, failed }) => suite.stopsAll && failed > 0)) break
  }
  const logs = join(root, '.cache', 'test')
  mkdirSync(logs, { recursive: true })
  writeFileSync(join(logs, 'durations.json'), JSON.stringify(runner.seconds()))
  const passed = results.reduce((sum, result) => sum + result.passed, 0)
  const failed = results.reduce((sum, result) => sum + result.failed, 0)
  const unsteady = results.flatMap((result) => result.unsteady)
  const skipped = chosen.length - results.length
  console.log(
    `\nAll in ${seconds(Date.now() - beganAt).trim()}, after ${seconds(installedMs).trim()} of installing; whole logs in .cache/test`,
  )
  const broken = results.filter((result) => result.failed > 0)
  if (broken.length > 0) console.log(`Failed: ${broken.map(({ suite }) => suite.name).join(', ')}`)
  for (const { file, test, message } of broken.flatMap(({ lines = [] }) => lines))
    console.log(`RED ${file} > ${test}: ${message}`)
  if (skipped > 0) console.log(`${skipped} suites were not run: what is red says enough.`)
  for (const each of unsteady) console.log(`UNSTEADY ${each.file} > ${each.test} (first failure: ${each.message})`)
  // A clone of CI's is gone afterwards: there the lines above are all that stays.
  if (unsteady.length > 0 && process.env.CI === undefined) rememberUnsteady(unsteady, new Date())
  if (unsteady.length > 0) console.log(`${unsteady.length} failed once and passed twice alone: tooling/unsteady.json`)
  console.log(`${unsteady.length > 0 ? 'Unsteady: ' : ''}${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 ? 0 : 1
}

async function runOne(runner, suite) {
  const beganAt = Date.now()
  const progress = setInterval(
    () => console.log(`  … ${suite.title}, ${seconds(Date.now() - beganAt).trim()}`),
    progressMs,
  )
  try {
    return await runner.run(suite)
  } finally {
    clearInterval(progress)
  }
}

function printResult({ suite, ...result }) {
  const more = [
    ...(result.skipped ? [`${result.skipped} skipped`] : []),
    ...(result.unsteady.length > 0 ? [`${result.unsteady.length} unsteady`] : []),
  ].map((text) => `, ${text}`)
  const counts = `${result.passed} passed, ${result.failed} failed${more.join('')}`
  console.log(`${result.failed === 0 ? '✓' : '✗'} ${suite.title.padEnd(48)} ${counts.padEnd(30)} ${seconds(result.ms)}`)
  if (result.failed > 0) console.log(`\n${result.failures.trim()}\n`)
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1).padStart(7)} s`
}
