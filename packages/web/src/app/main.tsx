// base.css first: it names the order of the style layers.
import '../ui/base.css'
import '../ui/tokens.css'
import '@mantine/core/styles.layer.css'
import '@mantine/dates/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import 'mantine-datatable/styles.layer.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { browserClock } from '../lib/clock/clock.ts'
import { configureHttp } from '../lib/http/http.ts'
import { createConsoleTexts } from '../lib/i18n/console-texts.ts'
import { leaveComposingKeys } from '../lib/keys/composing-keys.ts'
import { listenForShortcuts } from '../lib/keys/shortcuts.ts'
import { followTranslation } from '../lib/page-translation/translated-page.ts'
import { steadyPresses } from '../lib/press/steady-press.ts'
import { paths, routeRow } from '../lib/paths/paths.ts'
import { createQueryClient } from '../lib/query/query-client.ts'
import { createBrowserSession, takeFarewell } from '../lib/session/browser-session.ts'
import { toast } from '../ui/toast.tsx'
import { loadConsoleTexts } from './console-text-files.ts'
import { createConsoleRouter } from './router.tsx'
import { startSession } from './start-session.ts'
import { routeAt } from './route-at.ts'

const key = 'console.reloadedFor'

/** After a new version was put on the server, the chunks of the old one are gone: load the page anew, once. */
const reloadOnStaleChunks = (): void => {
  addEventListener('vite:preloadError', (event) => {
    if (sessionStorage.getItem(key) === location.href) return
    sessionStorage.setItem(key, location.href)
    event.preventDefault()
    location.reload()
  })
}

const unregisterServiceWorkers = async () => {
  const registrations = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(registrations.map((registration) => registration.unregister()))
}

const start = async (root: HTMLElement) => {
  const texts = await createConsoleTexts(loadConsoleTexts)
  const language = () => texts.translator.get().language
  const session = createBrowserSession(language)
  const queries = createQueryClient((error) => toast.bad(error.message))
  const router = createConsoleRouter({ texts, session, queries })
  configureHttp({
    clock: browserClock,
    language,
    staff: session.staff,
    renew: session.renew,
    onLogout: (error) => session.drop(error.message),
    onForbidden: (error) => toast.bad(error.message, { id: 'forbidden' }),
    onNotFound: () => void router.navigate(paths.clientNotFound(), { replace: true }),
    onNoData: (error) => toast.warn(error.message, { id: 'no-data' }),
  })
  leaveComposingKeys()
  steadyPresses()
  followTranslation()
  listenForShortcuts()
  reloadOnStaleChunks()
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  const farewell = takeFarewell()
  if (farewell !== undefined) toast.warn(farewell, { id: 'farewell' })
  const opened = routeAt(location.pathname)
  await startSession(session, opened ? routeRow(opened).access : 'public')
}

const root = document.getElementById('root')
if (root) {
  void unregisterServiceWorkers()
  void start(root)
}
