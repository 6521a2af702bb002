// Each module defines its method only where the browser has none.
import 'core-js/actual/array/at.js'
import 'core-js/actual/array/find-last.js'
import 'core-js/actual/array/find-last-index.js'
import 'core-js/actual/array/to-reversed.js'
import 'core-js/actual/array/to-sorted.js'
import 'core-js/actual/array/to-spliced.js'
import 'core-js/actual/array/with.js'
import 'core-js/actual/map/group-by.js'
import 'core-js/actual/object/group-by.js'
import 'core-js/actual/object/has-own.js'
import 'core-js/actual/promise/with-resolvers.js'
import 'core-js/actual/string/at.js'
import 'core-js/actual/string/is-well-formed.js'
import 'core-js/actual/string/to-well-formed.js'
import 'core-js/actual/structured-clone.js'

const canParse = (url: string | URL, base?: string | URL): boolean => {
  try {
    return new URL(url, base) instanceof URL
  } catch {
    return false
  }
}

function throwIfAborted(this: AbortSignal): void {
  if (this.aborted) throw this.reason ?? new DOMException('The operation was aborted', 'AbortError')
}

/** core-js brings a whole URL along for the first, and has nothing for the second. */
if (!('canParse' in URL))
  Object.defineProperty(URL, 'canParse', { value: canParse, writable: true, configurable: true })
if (!('throwIfAborted' in AbortSignal.prototype))
  Object.defineProperty(AbortSignal.prototype, 'throwIfAborted', { value: throwIfAborted, writable: true })
