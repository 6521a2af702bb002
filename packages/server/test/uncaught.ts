import { afterAll, beforeAll, beforeEach } from 'vitest'

/** What nobody caught during the test that runs; in a server it would end the process. Call it at the head of a test file. */
export const collectUncaught = (): readonly unknown[] => {
  const uncaught: unknown[] = []
  const collect = (error: unknown) => void uncaught.push(error)
  beforeAll(() => void process.on('uncaughtException', collect).on('unhandledRejection', collect))
  beforeEach(() => void uncaught.splice(0))
  afterAll(() => void process.off('uncaughtException', collect).off('unhandledRejection', collect))
  return uncaught
}
