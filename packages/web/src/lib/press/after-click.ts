import { browserClock } from '../clock/clock.ts'

/** A finger's click comes some time after it is up, and none where it has moved. */
const clickWithinMs = 400

/**
 * Runs when the click of a press that has just ended was heard, or would have been: until then what was pressed must lie
 * where it lay. Answers what gives it up.
 */
export const afterClick = (run: () => void): (() => void) => {
  const end = new AbortController()
  const done = () => {
    if (end.signal.aborted) return
    end.abort()
    run()
  }
  const cancelTimer = browserClock.after(clickWithinMs, done)
  end.signal.addEventListener('abort', cancelTimer)
  // What it does to the page is drawn first.
  addEventListener('click', () => browserClock.after(0, done), { signal: end.signal })
  return () => end.abort()
}
