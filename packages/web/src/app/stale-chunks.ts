const key = 'console.reloadedFor'

/** After a new version was put on the server, the chunks of the old one are gone: load the page anew, once. */
export const reloadOnStaleChunks = (): void => {
  addEventListener('vite:preloadError', (event) => {
    if (sessionStorage.getItem(key) === location.href) return
    sessionStorage.setItem(key, location.href)
    event.preventDefault()
    location.reload()
  })
}
