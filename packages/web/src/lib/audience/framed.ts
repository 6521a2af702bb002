/** Whether the page stands in a frame of another page (embedded). */
export const isFramed = (): boolean => typeof window !== 'undefined' && window.self !== window.top

/** Leads the browser to another page: in the whole window, for nothing but a form may stand in another site's frame. */
export const leaveFor = (url: string): void => {
  if (!isFramed()) return location.assign(url)
  const target = new URL(url, location.href).href
  try {
    // Once somebody has touched the page, browsers let it lead the whole window on; of another site's they know no other way.
    if (window.top) window.top.location.href = target
  } catch {
    // A frame that is shut in (`sandbox`) may still be allowed to open another window.
    window.open(target, '_blank', 'noopener')
  }
}
