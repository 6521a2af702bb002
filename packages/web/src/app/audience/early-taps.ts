const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))

const playing = '[data-plays], [data-part="stage"]'

/**
 * A page of the server's can be tapped before its scripts have come: its buttons are remembered, and tapped again once
 * they have. Call it before they are fetched, and what it answers when they have taken over. Left out is what plays
 * (`data-plays`, the stage of a room): browsers want the visitor's own tap for that.
 */
export const rememberTaps = (): (() => Promise<void>) => {
  const tapped = new Set<HTMLElement>()
  const remember = (event: Event): void => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>('button[type="button"]') : null
    if (control && !control.closest(playing)) tapped.add(control)
  }
  addEventListener('click', remember, true)
  return async () => {
    removeEventListener('click', remember, true)
    if (tapped.size === 0) return
    // What the page reads of the device stands after its first effects.
    await nextFrame()
    await nextFrame()
    // One that gave way meanwhile has done its work.
    for (const control of tapped) if (control.isConnected) control.click()
  }
}
