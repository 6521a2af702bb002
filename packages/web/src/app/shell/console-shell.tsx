import { clsx } from 'clsx'
import { useState, lazy, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { ProfileCompletion } from '../../features/auth/profile-completion.tsx'
import { useText } from '../../lib/i18n/use-text.tsx'
import { isBarePath, routeRow } from '../../lib/paths/paths.ts'
import { useSession } from '../../lib/session/use-session.tsx'
import { FullScreenLoading } from '../../ui/full-screen-loading.tsx'
import { Drawer, Modal } from '../../ui/modal.tsx'
import { routeAt } from '../route-at.ts'
import css from './console-shell.module.css'
import { useRemembered } from './remembered.ts'
import { ShortcutsHelp } from './shortcuts-help.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'

// It names the calls it makes, and those their schemas: nothing for the first load.
const Finder = lazy(() => import('./palette-finder.tsx').then((module) => ({ default: module.PaletteFinder })))

/** ⌘K: finds any page, whatever the firm has, and what may be done. */
const CommandPalette = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const t = useText('app')
  return (
    <Modal open={open} onClose={onClose} label={t('palette.title')} width={600} closeIcon={false}>
      <Suspense fallback={<SkeletonList rows={4} />}>
        <Finder onClose={onClose} />
      </Suspense>
    </Modal>
  )
}

/** Around every screen: with sidebar and top bar for members, without them on the paths of spec section 2. */
export const ConsoleShell = () => {
  const { pathname } = useLocation()
  const { status } = useSession()
  if (status === 'starting') return <FullScreenLoading />
  if (status === 'in' && !isBarePath(pathname)) return <FramedScreen pathname={pathname} />
  return <Screen pathname={pathname} bare />
}

const layoutAt = (pathname: string) => {
  const name = routeAt(pathname)
  return name ? routeRow(name).layout : 'page'
}

const Screen = ({ pathname, bare }: { pathname: string; bare?: boolean }) => {
  const layout = layoutAt(pathname)
  return (
    // Keyed: a new path is a new screen, which slides in anew.
    <main key={pathname.toLowerCase()} id="main" tabIndex={-1} className={css.main}>
      <div className={clsx(css.enter, !bare && css[layout])}>
        <Outlet />
      </div>
    </main>
  )
}

const FramedScreen = ({ pathname }: { pathname: string }) => {
  const t = useText('app')
  const [collapsed, setCollapsed] = useRemembered('sidebar', 'open')
  const [menuAt, setMenuAt] = useState<string>()
  const [finding, setFinding] = useState(false)
  const isCollapsed = collapsed === 'collapsed'
  return (
    <div className={css.app} data-collapsed={isCollapsed} data-layout={layoutAt(pathname)}>
      <a className={css.skip} href="#main">
        {t('nav.skip')}
      </a>
      <aside className={css.side} aria-label={t('nav.label')}>
        <Sidebar collapsed={isCollapsed} onToggle={() => setCollapsed(isCollapsed ? 'open' : 'collapsed')} />
      </aside>
      <div className={css.content}>
        <TopBar onMenu={() => setMenuAt(pathname)} onFind={() => setFinding(true)} />
        <Screen pathname={pathname} />
      </div>
      <Drawer
        open={menuAt === pathname}
        onClose={() => setMenuAt(undefined)}
        label={t('nav.label')}
        width={280}
        side="left"
        flush
      >
        <Sidebar collapsed={false} onNavigate={() => setMenuAt(undefined)} />
      </Drawer>
      <CommandPalette open={finding} onClose={() => setFinding(false)} />
      <ShortcutsHelp />
      <ProfileCompletion />
    </div>
  )
}
