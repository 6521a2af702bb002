/** More files than this at once are no chance. */
export const filesMost = 3
/** So often a failed file runs again; each time must be green. */
export const times = 2

/** What a promise of the product is about, in the titles of the tests that prove it; `at once` and `once it is` are none. */
const promise = new RegExp(
  [
    String.raw`\b(?:overs[eo]ld?|oversell|twice|doubled?|(?:at most|exactly) once|loses?|lost)\b`,
    String.raw`\b(?:another (?:firm|merchant)|other (?:firm|merchant)s?)\b`,
    String.raw`(?<!\bat )\bonce\b(?=$|[,.;:)]| (?:and|also|by|however|within)\b)`,
    String.raw`\b(?:makes?|made|is|are) one (?:order|payment|refund|viewer|letter)\b`,
    String.raw`\b(?:same (?:idempotency-)?key|under one key|exactly \d+|not a dollar more|held \+ sold|adds? up)\b`,
  ].join('|'),
  'i',
)
/** A wait that ran out tells of slowness as well. */
const waitRanOut =
  /Timeout|timed out|(?:not|did not succeed) in time|ECONNREFUSED|Target page, context or browser has been closed/i

/**
 * Whether a failure is never chance: a property that does not hold (its seed is in the message), or a promise of the
 * product (nothing lost, doubled, oversold or of another firm) whose assertion says otherwise.
 */
export function isBrokenPromise({ test, message }) {
  if (/Property failed after \d+ test/.test(message)) return true
  return promise.test(test) && /AssertionError|expected/i.test(message) && !waitRanOut.test(message)
}

/**
 * Which files of a suite run again: `{ files }`, or `{ why }` where that would only hope for another answer. `before`: how
 * many of this whole run have been run again already.
 */
export function planAgain(failed, before = 0) {
  if (failed === undefined) return { why: 'the run did not say which file failed' }
  if (failed.length + before > filesMost) return { why: `more than ${filesMost} files failed` }
  const broken = failed.flatMap(({ failures }) => failures).find(isBrokenPromise)
  if (broken !== undefined) return { why: `a promise is broken: ${broken.test}` }
  return { files: failed.map(({ file }) => file) }
}
