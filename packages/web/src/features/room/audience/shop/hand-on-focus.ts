import { browserClock } from '../../../../lib/clock/clock.ts'

const untilMs = 1_000

/**
 * What is pressed in a product's card gives way to another control (add becomes a stepper, the last piece taken out
 * becomes add again): the focus goes on there instead of falling to the page. Answers how to stop.
 */
export const handOnFocus = (): (() => void) => {
  const end = new AbortController()
  const pressed = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest('button') : null
    const card = button?.closest('article, li')
    if (!button || !card) return
    const hand = (): boolean => {
      if (button.isConnected) return false
      if (document.activeElement === document.body && card.isConnected) {
        const controls = card.querySelectorAll<HTMLElement>('button:not(:disabled)')
        controls[controls.length - 1]?.focus({ preventScroll: true })
      }
      return true
    }
    const watch = new MutationObserver(() => {
      if (hand()) watch.disconnect()
    })
    watch.observe(card, { childList: true, subtree: true })
    browserClock.after(untilMs, () => watch.disconnect())
  }
  // Before React hears of it: afterwards the button may stand in no card any more.
  document.addEventListener('click', pressed, { capture: true, signal: end.signal })
  return () => end.abort()
}
