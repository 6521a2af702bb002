// npm test: installs what the suites need, then runs them all. `npm test -- unit journeys` runs those whose names start
// so, `npm test -- --list` names them. Whole logs are in .cache/test; the last line adds up: `N passed, N failed`.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildElsewhere } from './build-elsewhere.mjs'
import { ensureBuilds } from './builds.mjs'
import { ensureNeeds } from './install.mjs'
import { ensurePackages } from './packages.mjs'
import { refuseUnsupported } from './platform.mjs'
import { endTogether, projectEnv, root, run } from './run.mjs'
import { suites } from './suites.mjs'
import { testFolder } from './test-folder.mjs'
import { countVitest, failuresIn } from './test-results.mjs'

const logFolder = join(root, '.cache', 'test')
/** A suite that has not ended after this hangs; none is meant to take a fraction of it. */
const hangMs = 40 * 60_000
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
const chosen = args.length === 0 ? suites : suites.filter(({ name }) => args.some((arg) => name.startsWith(arg)))

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

mkdirSync(logFolder, { recursive: true })
const temporary = testFolder()
const demoFolder = join(temporary, 'demo')
const demoIsFilled = `${demoFolder}.done`
const results = []
const batches = []
for (const suite of chosen) {
  const batch = batches.at(-1)
  if (suite.withPrevious && batch !== undefined) batch.push(suite)
  else batches.push([suite])
}
for (const batch of batches) {
  const ended = await Promise.all(batch.map(async (suite) => ({ suite, ...(await runSuite(suite)) })))
  if (ending.isStopping()) process.exit()
  results.push(...ended)
  for (const result of ended) printResult(result)
}
const passed = results.reduce((sum, result) => sum + result.passed, 0)
const failed = results.reduce((sum, result) => sum + result.failed, 0)
console.log(`\nAll in ${seconds(Date.now() - start).trim()}; whole logs in .cache/test`)
const broken = results.filter((result) => result.failed > 0)
if (broken.length > 0) console.log(`Failed: ${broken.map(({ suite }) => suite.name).join(', ')}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)

async function runSuite(suite) {
  const beganAt = Date.now()
  const progress = setInterval(
    () => console.log(`  … ${suite.title}, ${seconds(Date.now() - beganAt).trim()}`),
    progressMs,
  )
  try {
    if (suite.step === 'build') return await buildWeb(beganAt)
    return suite.vitest ? await runVitest(suite) : await runCommand(suite)
  } finally {
    clearInterval(progress)
  }
}

async function runCommand({ name, command: [command, ...rest], env, demo }) {
  const { code, output, ms } = await run(command, rest, {
    env: suiteEnv({ ...env, ...demoEnv(demo) }),
    logFile: logFile(name),
    hangMs,
  })
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, failures: output, ms }
}

async function runVitest({ name, vitest, env, demo }) {
  const report = join(logFolder, `${name}.json`)
  rmSync(report, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { code, output, ms } = await run('vitest', ['run', ...vitest, ...reporters], {
    env: suiteEnv({ ...env, ...demoEnv(demo) }),
    logFile: logFile(name),
    hangMs,
  })
  const counts = countVitest(existsSync(report) ? readFileSync(report, 'utf8') : undefined, code)
  return { ...counts, failures: failuresIn(output), ms }
}

async function buildWeb(beganAt) {
  try {
    await ensureBuilds(root)
    await buildElsewhere()
    return { passed: 2, failed: 0, skipped: 0, failures: '', ms: Date.now() - beganAt }
  } catch (error) {
    return { passed: 0, failed: 1, skipped: 0, failures: error.message, ms: Date.now() - beganAt }
  }
}

/** The project's own environment: settings of a real installation in the caller's must not reach the tests. */
function suiteEnv(extra) {
  const own =
    /^(DATABASE_URL|REDIS_URL|S3_\w+|SMTP_\w+|KAIMAI_\w+|PUBLIC_URL|AUDIENCE_URL|TRUST_PROXY|ROLES|PORT|HOST|NODE_ENV)$/
  const env = Object.entries(projectEnv()).filter(([name]) => !own.test(name))
  const found = paths.chromium === undefined ? {} : { CHROMIUM_PATH: paths.chromium }
  return { ...Object.fromEntries(env), TMPDIR: temporary, NO_COLOR: '1', FORCE_COLOR: '0', ...found, ...extra }
}

/** The folder of the filled demo firm (e2e/harness/filled.ts); its file beside it is empty once all went well. */
function demoEnv(demo) {
  const isThere = existsSync(demoIsFilled) && readFileSync(demoIsFilled, 'utf8') === ''
  return demo === 'fills' || (demo === 'finds' && isThere) ? { KAIMAI_E2E_FILLED: demoFolder } : {}
}

function printResult({ suite, ...result }) {
  const counts = `${result.passed} passed, ${result.failed} failed${result.skipped ? `, ${result.skipped} skipped` : ''}`
  console.log(`${mark(result)} ${suite.title.padEnd(42)} ${counts.padEnd(30)} ${seconds(result.ms)}`)
  if (result.failed > 0) console.log(`\n${result.failures.trim()}\n`)
}

function logFile(name) {
  return join(logFolder, `${name}.log`)
}

function mark({ failed }) {
  return failed === 0 ? '✓' : '✗'
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1).padStart(7)} s`
}
