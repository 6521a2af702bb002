import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { planAgain, times } from './again.mjs'
import { buildElsewhere } from './build-elsewhere.mjs'
import { ensureBuilds } from './builds.mjs'
import { burnIn } from './burn-in.mjs'
import { projectEnv, root, run } from './run.mjs'
import { countVitest, failedFiles, failureLine, failuresIn, fileSeconds } from './test-results.mjs'

const logFolder = join(root, '.cache', 'test')
/** A suite that says nothing for so long hangs: each file of tests is told, and a test is ended long before. */
const silentMs = 20 * 60_000

/**
 * Runs suites of suites.mjs. `paths`: what install.mjs found; `temporary`: a folder for their files; `isWhole`: all of
 * them are run. Each answers
 * `{ passed, failed, skipped, failures, ms, unsteady }`: `unsteady` are tests that failed once and passed twice, a line each.
 */
export function createSuiteRunner({ paths, temporary, suites, isWhole }) {
  const demoFolder = join(temporary, 'demo')
  const demoIsFilled = `${demoFolder}.done`
  let ranAgain = 0
  const seconds = {}
  mkdirSync(logFolder, { recursive: true })

  /** The project's own environment: settings of a real installation in the caller's must not reach the tests. */
  const suiteEnv = (extra) => {
    const own =
      /^(DATABASE_URL|REDIS_URL|S3_\w+|SMTP_\w+|KAIMAI_\w+|PUBLIC_URL|AUDIENCE_URL|TRUST_PROXY|ROLES|PORT|HOST|NODE_ENV)$/
    const kept = /^KAIMAI_TEST_(SEED|MIGRATIONS)$/
    const env = Object.entries(projectEnv()).filter(([name]) => !own.test(name) || kept.test(name))
    const found = paths.chromium === undefined ? {} : { CHROMIUM_PATH: paths.chromium }
    const folders = { TMPDIR: temporary, KAIMAI_TEST_CACHE: temporary }
    return { ...Object.fromEntries(env), ...folders, NO_COLOR: '1', FORCE_COLOR: '0', ...found, ...extra }
  }

  /** The folder of the filled demo firm (e2e/harness/filled.ts); its file beside it is empty once all went well. */
  const demoEnv = (demo) => {
    const isThere = existsSync(demoIsFilled) && readFileSync(demoIsFilled, 'utf8') === ''
    return demo === 'fills' || (demo === 'finds' && isThere) ? { KAIMAI_E2E_FILLED: demoFolder } : {}
  }

  /** One run of vitest: what it counted, and which files failed. */
  const vitest = async (name, args, env) => {
    const report = join(logFolder, `${name}.json`)
    rmSync(report, { force: true })
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { code, output, ms } = await run('vitest', ['run', ...args, ...reporters], {
      env: suiteEnv(env),
      logFile: join(logFolder, `${name}.log`),
      silentMs,
    })
    const json = existsSync(report) ? readFileSync(report, 'utf8') : undefined
    return { ...countVitest(json, code), failures: failuresIn(output), ms, red: failedFiles(json, code), json }
  }

  /** A fresh folder for what a second run writes. */
  const freshFolder = () => {
    const folder = join(temporary, `again-${ranAgain}-${Date.now()}`)
    mkdirSync(folder, { recursive: true, mode: 0o711 })
    return folder
  }

  /** Files of a suite alone, with one worker and a fresh folder. */
  const filesAlone = (suite, files, name, more = {}) => {
    const env = { ...suite.env, ...demoEnv(suite.demo), TMPDIR: freshFolder(), ...more }
    return vitest(name, [...suite.vitest, ...files, '--maxWorkers=1'], env)
  }

  /** What failed in which file, a line each. */
  const linesOf = (red) =>
    (red ?? []).flatMap(({ file, failures }) =>
      failures.map(({ test, message }) => ({
        file: relative(root, file),
        test: test === file ? 'the whole file' : test,
        message: failureLine(message, root),
      })),
    )

  const runVitest = async (suite) => {
    const first = await vitest(suite.name, suite.vitest, { ...suite.env, ...demoEnv(suite.demo) })
    for (const [file, took] of Object.entries(fileSeconds(first.json))) {
      const path = relative(root, file)
      seconds[path] = Math.max(seconds[path] ?? 0, took)
    }
    const { passed, failed, skipped, failures, ms, red } = first
    const lines = linesOf(red)
    const outcome = { passed, failed, skipped, failures, ms, lines, unsteady: [] }
    if (failed === 0) return outcome
    const { files, why } = planAgain(red, ranAgain)
    if (files === undefined) return { ...outcome, failures: `${failures}\nNot run again: ${why}.` }
    ranAgain += files.length
    const start = Date.now()
    for (const file of files) {
      for (let time = 1; time <= times; time += 1) {
        const name = `${suite.name}-again-${relative(root, file).replace(/\W+/g, '-')}-${time}`
        const again = await filesAlone(suite, [file], name, suite.againEnv)
        if (again.failed > 0) {
          const which = `${relative(root, file)} ran again alone (${time} of ${times}) and is red:`
          return {
            ...outcome,
            ms: ms + Date.now() - start,
            failures: `${failures}\n${which}\n${again.failures}`,
            lines: [...lines, ...linesOf(again.red).map((line) => ({ ...line, test: `${line.test}, again` }))],
          }
        }
      }
    }
    // Each failed test has passed since.
    return {
      ...outcome,
      passed: passed + failed,
      failed: 0,
      failures: '',
      ms: ms + Date.now() - start,
      lines: [],
      unsteady: lines,
    }
  }

  const commandOnce = ({ name, command: [command, ...rest], env, demo }, more = {}) =>
    run(command, rest, {
      env: suiteEnv({ ...env, ...demoEnv(demo), ...more }),
      logFile: join(logFolder, `${name}.log`),
      silentMs,
    })

  const runCommand = async (suite) => {
    const { code, output, ms } = await commandOnce(suite)
    const outcome = { passed: 0, failed: 1, skipped: 0, failures: output, ms, unsteady: [] }
    if (code === 0) return { ...outcome, passed: 1, failed: 0 }
    // A check says the same each time.
    if (suite.stopsAll || suite.never?.test(output) || ranAgain >= 3) return outcome
    ranAgain += 1
    for (let time = 1; time <= times; time += 1) {
      const again = await commandOnce({ ...suite, name: `${suite.name}-again-${time}` }, { TMPDIR: freshFolder() })
      if (again.code !== 0)
        return { ...outcome, failures: `${output}\nRan again (${time} of ${times}):\n${again.output}` }
    }
    const [firstLine = ''] = output.split('\n').filter((line) => /fail|error/i.test(line))
    const unsteady = [{ file: suite.command[1], test: suite.title, message: firstLine.trim().slice(0, 200) }]
    return { ...outcome, passed: 1, failed: 0, failures: '', unsteady }
  }

  const step = async (passed, work) => {
    const start = Date.now()
    const outcome = () => ({ passed, failed: 0, skipped: 0, failures: '', ms: Date.now() - start, unsteady: [] })
    try {
      await work()
      return outcome()
    } catch (error) {
      return { ...outcome(), passed: 0, failed: 1, failures: error.message }
    }
  }

  const fillDemo = async () => {
    const { code, output } = await run('node', ['e2e/fill-demo.ts'], {
      env: suiteEnv(demoEnv('fills')),
      logFile: join(logFolder, 'demo.log'),
      silentMs,
    })
    if (code !== 0) throw new Error(`the demo firm was not filled in:\n${output}`)
  }

  const steps = {
    build: () => step(1, () => ensureBuilds(root)),
    elsewhere: () => step(2, () => Promise.all([buildElsewhere(), fillDemo()])),
    burnIn: () => step(1, () => burnIn({ suites, seconds, isWhole, vitest: filesAlone })),
  }

  return {
    run: (suite) => {
      if (suite.step !== undefined) return steps[suite.step](suite)
      return suite.vitest ? runVitest(suite) : runCommand(suite)
    },
    /** Seconds that each file of tests took, by its path. */
    seconds: () => seconds,
  }
}
