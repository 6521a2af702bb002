/** Scripts come after this, whatever is not drawn by then. */
const longestMs = 400

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve))

/** The browser reports when it has shown the largest element so far, and which one that was. */
const shown = (picture: Element | null): Promise<unknown> =>
  new Promise((resolve) => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (picture === null || ('element' in entry && entry.element === picture)) resolve(entry)
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })

const tellsPaint = (): boolean =>
  typeof PerformanceObserver === 'function' &&
  PerformanceObserver.supportedEntryTypes?.includes('largest-contentful-paint') === true

const drawn = async (): Promise<void> => {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  if (tellsPaint()) return void (await shown(picture))
  await picture?.decode().catch(() => undefined)
  await nextFrame()
  await nextFrame()
}

/** Resolves when what the server wrote is on the screen, its first picture too, or soon after in any case. */
export const painted = async (): Promise<void> => {
  // A tab in the background draws nothing.
  if (document.hidden) return
  await Promise.race([drawn(), new Promise((resolve) => setTimeout(resolve, longestMs))])
}
