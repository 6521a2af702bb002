const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))

/**
 * A page of the server's can be tapped before its scripts have come: what buys (`data-buy`) is remembered, and tapped
 * again once they have. Call it before they are fetched, and what it answers when they have taken over. Only there: what
 * plays sound or opens a window would not be the visitor's own act any more.
 */
export const rememberTaps = (): (() => Promise<void>) => {
  const tapped = new Set<HTMLElement>()
  const remember = (event: Event): void => {
    const control = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-buy] button') : null
    if (control) tapped.add(control)
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
