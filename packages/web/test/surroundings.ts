import type { Clock } from '../src/lib/clock/clock.ts'
import { createPlainTranslator, type TextValues, type Translator } from '../src/lib/i18n/translator.ts'

/** Time passes as soon as a call waits for it, so that no test waits for the throttle. */
export const impatientClock = (): Clock => {
  let passedMs = 0
  return {
    now: () => Date.now() + passedMs,
    after: (ms, run) => {
      const timer = setTimeout(() => {
        passedMs += ms
        run()
      })
      return () => clearTimeout(timer)
    },
  }
}

/** As the console's, and a place in a text that is given no value fails the test. */
export const createStrictTranslator = (...[language, texts]: Parameters<typeof createPlainTranslator>): Translator => {
  const translator = createPlainTranslator(language, texts)
  return {
    language,
    text: (namespace, key, values = {}) => {
      const get = (_: TextValues, name: string) => {
        const value = values[name]
        if (value === undefined && name !== 'count') console.error(`${namespace}:${key} has no ${name}`)
        return value
      }
      return translator.text(namespace, key, new Proxy(values, { get }))
    },
  }
}
