import { Tooltip } from '@mantine/core'
import { IconChevronDown, IconExternalLink, IconLayoutSidebar, IconLogout } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useEffect, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { yearAtStart } from '../../lib/clock/clock.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths, routeRow } from '../../lib/paths/paths.ts'
import { useLoggedIn, useSessionActions } from '../../lib/session/use-session.tsx'
import { IconButton } from '../../ui/button.tsx'
import { icon12, icon16 } from '../../ui/icon-props.ts'
import { Avatar } from '../../ui/thumb.tsx'
import { BalanceIndicator } from './balance.tsx'
import { FirmMenu } from './firm-menu.tsx'
import { activeItem, type NavGroup, type NavItem, navFor } from './nav-items.ts'
import { useRemembered } from './remembered.ts'
import css from './sidebar.module.css'
import { UploadWidget } from './upload-widget.tsx'

declare const __KAIMAI_VERSION__: string

/** The product's version (package.json), put in by the build. */
const version = __KAIMAI_VERSION__

/**
 * The CRM platform's address: what the server wrote into `<meta name="kaimai-crm">`, else the console's own list of
 * orders, the built-in.
 */
const crmUrl = (): string => {
  const reported = document.querySelector<HTMLMetaElement>('meta[name="kaimai-crm"]')?.content ?? ''
  return /^https?:\/\//.test(reported) ? reported : paths.manageOrders()
}

export interface SidebarProps {
  readonly collapsed: boolean
  /** Undefined in the drawer of a phone, which is closed instead. */
  readonly onToggle?: () => void
  readonly onNavigate?: () => void
}

export const Sidebar = ({ collapsed, onToggle, onNavigate }: SidebarProps) => {
  const t = useText('app')
  const { authority, platformAuthority } = useLoggedIn()
  const groups = navFor({ authority, bombmyAssociation: platformAuthority.bombmyAssociation })
  return (
    <div className={clsx(css.side, collapsed && css.collapsed)}>
      <div className={css.firm}>
        <FirmMenu collapsed={collapsed} />
        {onToggle && (
          <IconButton
            label={collapsed ? t('nav.expand') : t('nav.collapse')}
            icon={<IconLayoutSidebar {...icon16} />}
            onClick={onToggle}
          />
        )}
      </div>
      <nav className={css.nav} aria-label={t('nav.label')}>
        <ul>
          {groups.map((group) => (
            <Group key={group.id ?? 'top'} group={group} collapsed={collapsed} onNavigate={onNavigate} />
          ))}
        </ul>
      </nav>
      {onNavigate && (
        <div className={css.upload}>
          <BalanceIndicator stacked />
        </div>
      )}
      <div className={css.upload}>
        <UploadWidget collapsed={collapsed} />
      </div>
      <Me collapsed={collapsed} />
      <footer className={css.foot}>
        {!collapsed && <span>© {yearAtStart} Kaimai 開賣</span>}
        <span>{version}</span>
      </footer>
    </div>
  )
}

interface GroupProps {
  readonly group: NavGroup
  readonly collapsed: boolean
  readonly onNavigate: (() => void) | undefined
}

const Group = ({ group, collapsed, onNavigate }: GroupProps) => {
  const t = useText('app')
  const [closed, setClosed] = useRemembered(`nav.${group.id ?? 'top'}`, '')
  const open = closed !== 'closed' || collapsed
  return (
    <li>
      {group.id !== undefined && !collapsed && (
        <button
          type="button"
          className={css.group}
          aria-expanded={open}
          onClick={() => setClosed(open ? 'closed' : '')}
        >
          {t(`nav.group.${group.id}`)}
          <IconChevronDown {...icon12} />
        </button>
      )}
      {open && (
        <ul>
          {group.items.map((item) => (
            <li key={item.id}>
              <Item item={item} collapsed={collapsed} onNavigate={onNavigate} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

interface ItemProps {
  readonly item: NavItem
  readonly collapsed: boolean
  readonly onNavigate: (() => void) | undefined
}

const Item = ({ item, collapsed, onNavigate }: ItemProps) => {
  const t = useText('app')
  const isActive = activeItem(useLocation().pathname) === item.id
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // On a low screen the list of pages scrolls by itself.
    if (isActive) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  const label = t(`nav.${item.id}`)
  const Icon = item.icon
  const content = (
    <>
      <Icon className="icon-muted" {...icon16} />
      <span className={collapsed ? 'sr-only' : 'clip'}>{label}</span>
    </>
  )
  return (
    <Tooltip label={label} position="right" disabled={!collapsed}>
      {item.external ? (
        <a href={crmUrl()} target="_blank" rel="noreferrer">
          {content}
          {!collapsed && <IconExternalLink {...icon12} className={clsx('icon-muted', css.ext)} />}
          <span className="sr-only">{t('nav.newTab')}</span>
        </a>
      ) : (
        <Link
          ref={link}
          to={routeRow(item.route).path}
          aria-current={isActive ? 'page' : undefined}
          onClick={onNavigate}
        >
          {content}
        </Link>
      )}
    </Tooltip>
  )
}

const Me = ({ collapsed }: { collapsed: boolean }) => {
  const t = useText('app')
  const { userInfo } = useLoggedIn()
  const session = useSessionActions()
  const [leaving, setLeaving] = useState(false)
  const logout = () => {
    setLeaving(true)
    void session.logout()
  }
  return (
    <div className={css.me}>
      {!collapsed && <Avatar name={userInfo.userName} />}
      {!collapsed && (
        <NavLink to={paths.myAccount()} className={clsx('clip', css.who)} title={t('nav.account')}>
          {userInfo.userName}
          <span className={css.role}>{t(`role.${userInfo.role}`)}</span>
        </NavLink>
      )}
      <IconButton label={t('nav.logout')} disabled={leaving} icon={<IconLogout {...icon16} />} onClick={logout} />
    </div>
  )
}
