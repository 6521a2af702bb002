// A report tells an error's stack and nothing of its cause: that a poll ran out is said there too, as Playwright says it of
// its waits. What was only slow is told from what is wrong by it (again.mjs).
import { afterEach } from 'vitest'

const ranOut = 'Matcher did not succeed in time.'

afterEach(({ task }) => {
  for (const error of task.result?.errors ?? [])
    if (error.cause?.message === ranOut) error.stack = `${error.stack ?? error.message}\n${ranOut}`
})
