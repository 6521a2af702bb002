import { type ComponentType, lazy, type ReactNode, Suspense, useDeferredValue } from 'react'
import { browserClock, sleep } from '../clock/clock.ts'
import { yieldToMain } from '../clock/yield-to-main.ts'

/** A part of a page that its first load can do without. */
export interface LazyPart<P> {
  (props: P): ReactNode
  /** Called by a page whose first picture shows it: there it comes with the page's own scripts and styles. */
  readonly give: (part: ComponentType<P>) => void
  /** Fetches it before it is asked for. */
  readonly fetch: () => void
}

/** Twice as long each time, but no longer than the last of these. */
const againAfterMs = [1_500, 12_000] as const

/** Waits so long, or until the network is back. */
const rest = async (ms: number): Promise<void> => {
  const over = new AbortController()
  const isBack = new Promise<void>((resolve) => {
    addEventListener('online', () => resolve(), { once: true, signal: over.signal })
  })
  await Promise.race([sleep(browserClock, ms), isBack])
  over.abort()
}

/** A part has not come at once: from then on styles may be missing. */
let hasFailed = false

/** Shows nothing, or what stands in its place, until its code is there; it waits for a network that is away. */
export const lazyPart = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  InPlace?: ComponentType<P>,
): LazyPart<P> => {
  let loaded: ComponentType<P> | undefined
  let fetching: Promise<ComponentType<P>> | undefined
  const tryUntilThere = async (): Promise<ComponentType<P>> => {
    // A page that stands asks for several at once.
    await yieldToMain()
    for (let tries = 0; ; tries += 1) {
      try {
        const part = await load()
        // A style is asked for once by the build's own loader: what came without it would be shown without it.
        if (hasFailed) await (await import('./fetch-styles.ts')).fetchStyles()
        return part
      } catch {
        hasFailed = true
        await rest(Math.min(againAfterMs[0] * 2 ** tries, againAfterMs[1]))
      }
    }
  }
  const fetched = () => (fetching ??= tryUntilThere())
  const Fetched = lazy(async () => ({ default: (await fetched()) as ComponentType<object> }))
  const Late = (props: P) => {
    const Loaded = loaded
    // The server draws only what is given: what it can't wait for would be an error to React.
    // False while the page hydrates; then in short turns.
    const isDrawn = useDeferredValue(true, false)
    if (Loaded) return <Loaded {...props} />
    return !isDrawn ? null : (
      <Suspense fallback={InPlace ? <InPlace {...props} /> : null}>
        <Fetched {...props} />
      </Suspense>
    )
  }
  return Object.assign(Late, {
    give: (part: ComponentType<P>) => {
      loaded = part
    },
    fetch: () => {
      if (!loaded) void fetched()
    },
  })
}
