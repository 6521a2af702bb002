/** So near to the end it counts as at the end, in pixels. */
const nearEnd = 48

/** What is known of a list's scrolling; as an element has it. */
export interface ScrollBox {
  scrollTop: number
  readonly scrollHeight: number
  readonly clientHeight: number
}

/**
 * What a wheel, a key or a flung list moves has come by then, ms: on a busy phone a key's scrolling takes a second to
 * arrive. Waiting long ends nothing by mistake, for what the list does itself leaves it at its end.
 */
const byHandMs = 1_500

const keysThatScroll: ReadonlySet<string> = new Set(['ArrowUp', 'PageUp', 'Home', ' '])

/**
 * Whether a list follows its end. It ends by a hand alone (a finger, a wheel, a key, the scrollbar), never by what the list
 * does itself: lines that come in, a size that changes and our own scrolling cause the same 'scroll' as a hand does.
 */
export const createFollowEnd = (onChange: (follows: boolean) => void, now = () => performance.now()) => {
  let follows = true
  /** A finger or a mouse's button is down: nothing moves under it. */
  let isHeld = false
  /** Until then what scrolls may have been moved by a hand. */
  let byHandUntilMs = 0
  /** Lines that come in move nothing up: only a hand does. */
  let lastTop = 0

  const set = (next: boolean): void => {
    if (next === follows) return
    follows = next
    onChange(follows)
  }
  const gapOf = (box: ScrollBox): number => box.scrollHeight - box.clientHeight - box.scrollTop
  const toEnd = (box: ScrollBox): void => {
    if (gapOf(box) >= 1) box.scrollTop = box.scrollHeight
    lastTop = box.scrollTop
  }

  return {
    follows: () => follows,

    /** The list or its lines have another size. */
    grew: (box: ScrollBox): void => {
      if (follows && !isHeld) toEnd(box)
    },

    scrolled: (box: ScrollBox): void => {
      const isUp = box.scrollTop < lastTop
      lastTop = box.scrollTop
      const byHand = isHeld || now() < byHandUntilMs
      // A key of before moves it on by a few pixels even after it was brought to its end.
      if (follows && !byHand) toEnd(box)
      else if (gapOf(box) < nearEnd) set(true)
      else if (byHand && isUp) set(false)
    },

    /** A wheel turned, or a key that scrolls was pressed. */
    moved: (): void => {
      byHandUntilMs = now() + byHandMs
    },
    pressed: (key: string): void => {
      if (keysThatScroll.has(key)) byHandUntilMs = now() + byHandMs
    },

    isHeld: () => isHeld,
    held: (): void => {
      isHeld = true
    },
    /** What was flung goes on by itself for a while. */
    released: (): void => {
      if (!isHeld) return
      isHeld = false
      byHandUntilMs = now() + byHandMs
    },

    /** Goes to the end and stays there, wherever the viewer read. */
    goToEnd: (box: ScrollBox): void => {
      set(true)
      // What a key of before still scrolls comes too late: only another hand leads away again.
      byHandUntilMs = 0
      toEnd(box)
    },
  }
}
export type FollowEnd = ReturnType<typeof createFollowEnd>
