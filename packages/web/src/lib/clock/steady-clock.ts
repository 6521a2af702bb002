import { browserClock, type Clock } from './clock.ts'

/** Further apart than this the device's clock was set, or the device slept. */
const jumpMs = 1_000

/**
 * Epoch milliseconds that a step of the device's own clock doesn't move. Its steady counter stands still while some devices
 * sleep: a page that was hidden meanwhile takes the time that has passed from the clock.
 */
export const createSteadyNow = (from: {
  readonly wallNow: () => number
  readonly steadyNow: () => number
  /** Whether the page was hidden since this was asked last. */
  readonly wasHidden: () => boolean
}): (() => number) => {
  const { wallNow, steadyNow, wasHidden } = from
  const apart = () => wallNow() - steadyNow()
  let base = apart()
  let seen = base
  return () => {
    const movedMs = apart() - seen
    seen += movedMs
    if (wasHidden() && movedMs > jumpMs) base += movedMs
    return steadyNow() + base
  }
}

const browserNow = (): (() => number) => {
  if (typeof document === 'undefined') return () => Date.now()
  let hid = false
  const note = () => {
    hid ||= document.visibilityState === 'hidden'
  }
  document.addEventListener('visibilitychange', note)
  return createSteadyNow({
    wallNow: () => Date.now(),
    steadyNow: () => performance.now(),
    wasHidden: () => {
      const before = hid
      hid = document.visibilityState === 'hidden'
      return before || hid
    },
  })
}

/** For what is compared with the server's time. */
export const steadyClock: Clock = { now: browserNow(), after: browserClock.after }
