const controls =
  'button, a[href], label, input, select, textarea, summary, [role="button"], [role="tab"], [role="switch"], [role="option"], [role="menuitem"], [role="checkbox"], [role="radio"]'

/** A press that moves this far is another gesture, in CSS pixels. */
const steadyWithin = 10
/** A press that never ends (another window took it) holds nothing back for longer. */
const longestPressMs = 1_500

const controlAt = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>(controls) : null

/** What is typed into or chosen from; a press on it only puts the focus there. */
const fields = 'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"]), textarea, select'

/** What the browser changes itself when it is clicked. */
const ticked = 'input[type="checkbox"], input[type="radio"]'

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

interface Press {
  readonly control: HTMLElement
  readonly x: number
  readonly y: number
  /** What the page hears of the fields that were left once the press is over. */
  readonly held: (() => void)[]
}

/**
 * Nothing moves under a press because a field was left by it: the page hears of that when the press is over. And where
 * something else has moved the page meanwhile (a line that came in), the press counts for the control that it began on.
 * Call it once, before all else that listens.
 */
export const steadyPresses = (): void => {
  let press: Press | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const end = (): void => {
    clearTimeout(timer)
    const ended = press
    press = undefined
    for (const tell of ended?.held ?? []) tell()
  }

  addEventListener(
    'mousedown',
    (event) => {
      end()
      const control = controlAt(event.target)
      if (!control || event.button !== 0) return
      press = { control, x: event.clientX, y: event.clientY, held: [] }
      timer = setTimeout(end, longestPressMs)
    },
    true,
  )

  addEventListener(
    'focusout',
    (event) => {
      const { target, relatedTarget } = event
      // A field that is left for itself (by its own label, or a part of a date) is not left.
      if (!press || !isField(target) || press.control.contains(target)) return
      event.stopImmediatePropagation()
      press.held.push(() => {
        if (target.isConnected && document.activeElement !== target)
          target.dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget }))
      })
    },
    true,
  )

  // Before whoever is clicked: what a field stores when it is left is stored before it is sent.
  addEventListener('click', end, true)

  addEventListener(
    'mouseup',
    (event) => {
      const pressed = press
      if (!pressed || event.button !== 0) return
      const { control } = pressed
      // The browser ticks these before it tells of the click: whoever drew the page then would undo the tick.
      if (event.target === control && control.matches(ticked)) end()
      // Where no click follows.
      setTimeout(end)
      const isSteady = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) <= steadyWithin
      const isOnIt = event.target instanceof Node && control.contains(event.target)
      if (!isSteady || isOnIt || !control.isConnected || control.matches(fields)) return
      // The browser gives its click to what has come under the pointer.
      const drop = (click: Event): void => {
        if (click.isTrusted) click.stopImmediatePropagation()
      }
      addEventListener('click', drop, true)
      setTimeout(() => {
        removeEventListener('click', drop, true)
        control.click()
      })
    },
    true,
  )
}
