/** A computer may notify while it looks elsewhere; phones show notifications only for pages that they installed. */
const asksFor = 'Notification'

/** Asks once, from a tap, whether this page may notify while it is hidden. An unsupported browser asks nothing. */
export const askForNotifications = (): void => {
  if (!(asksFor in window) || Notification.permission !== 'default') return
  // Old browsers answer by a callback, and without a promise.
  void Promise.resolve(Notification.requestPermission()).catch(() => {})
}

/** Marks the tab until it is seen, and notifies outside of it where allowed. Does nothing while the page is seen. */
export const notifyHiddenTab = (text: string, icon: string): void => {
  if (document.visibilityState === 'visible') return
  const before = document.title
  document.title = `● ${text}`
  document.addEventListener(
    'visibilitychange',
    () => {
      document.title = before
    },
    { once: true },
  )
  if (!(asksFor in window) || Notification.permission !== 'granted') return
  try {
    const notice = new Notification(text, { tag: text, ...(icon === '' ? {} : { icon }) })
    notice.addEventListener('click', () => {
      window.focus()
      notice.close()
    })
  } catch {
    // Android's Chrome leaves that to service workers, which these pages don't have.
  }
}
