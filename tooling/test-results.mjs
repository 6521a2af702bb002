/**
 * Adds up a report of vitest's JSON reporter. A file that failed without a failed test (it did not load, a hook threw)
 * counts as one failure, and so do a run without a report, one that ended badly for no reason it names, and one in
 * which nothing ran.
 */
export function countVitest(json, exitCode) {
  const report = parse(json)
  if (report === undefined) return { passed: 0, failed: 1, skipped: 0 }
  const files = report.testResults ?? []
  const all = files.flatMap((file) => file.assertionResults)
  const count = (...states) => all.filter(({ status }) => states.includes(status)).length
  const passed = count('passed')
  const skipped = count('pending', 'skipped', 'todo', 'disabled')
  const brokenFiles = files.filter(isBrokenFile).length
  const failed = count('failed') + brokenFiles
  const wentWrong = exitCode !== 0 || passed + failed === 0
  return { passed, failed: failed === 0 && wentWrong ? 1 : failed, skipped }
}

const isBrokenFile = ({ status, assertionResults }) =>
  status === 'failed' && !assertionResults.some((test) => test.status === 'failed')

/**
 * Files of a report that failed, with what failed in each: `{ file, failures: [{ test, message }] }`, where `file` is the
 * path that vitest gives. Undefined where the run did not say which: nothing can be run again then.
 */
export function failedFiles(json, exitCode) {
  const report = parse(json)
  if (report === undefined) return undefined
  const files = (report.testResults ?? []).filter(({ status }) => status === 'failed')
  if (files.length === 0 && exitCode !== 0) return undefined
  return files.map((each) => ({
    file: each.name,
    failures: isBrokenFile(each)
      ? [{ test: each.name, message: each.message ?? '' }]
      : each.assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) => ({ test: fullName, message: (failureMessages ?? []).join('\n') })),
  }))
}

/** So much of a failure stands in its line. */
const lineMost = 1200

/**
 * A failure in one line: its words, then the first place in the project's own code where its stack stands. A log may be cut
 * in its middle by who keeps it; what says why must survive that.
 */
export function failureLine(message, root) {
  const lines = message.split('\n').map((line) => line.trim())
  const words = lines.filter((line) => line !== '' && !line.startsWith('at ')).join(' ')
  const at = lines.find((line) => line.startsWith('at ') && line.includes(root) && !line.includes('node_modules'))
  const place = at?.slice(at.indexOf(root) + root.length).replace(/^[/\\]|\)$/g, '')
  const said = words.length > lineMost ? `${words.slice(0, lineMost)} …` : words
  return place === undefined ? said : `${said} (${place})`
}

/** Seconds that each file of a report took, by vitest's path. */
export function fileSeconds(json) {
  const files = parse(json)?.testResults ?? []
  return Object.fromEntries(
    files.map(({ name, startTime, endTime }) => [name, Math.max(0, endTime - startTime) / 1000]),
  )
}

function parse(json) {
  try {
    return json === undefined ? undefined : JSON.parse(json)
  } catch {
    // Cut short: the run died while it wrote.
    return undefined
  }
}

/** The part of vitest's own words that tells of failures, whole; all of it where no such part is found. */
export function failuresIn(output) {
  const begin = output.search(/^.*⎯+ *(Failed|Unhandled|Uncaught)/m)
  return begin === -1 ? output : output.slice(begin).replace(/^ Test Files [^]*/m, '')
}
