import { type BombmyAuthority, isUnlocked, type PermissionType } from '@kaimai/contract/common/access.ts'
import {
  type Icon,
  IconAddressBook,
  IconBan,
  IconBroadcast,
  IconBuildingStore,
  IconCash,
  IconChartLine,
  IconClipboardCheck,
  IconFileText,
  IconLayoutBoard,
  IconMessageCircle,
  IconMovie,
  IconReceipt,
  IconSend,
  IconShare,
  IconShoppingBag,
  IconUsers,
} from '@tabler/icons-react'
import { type RouteName, routeRow } from '../../lib/paths/paths.ts'

export interface NavItem {
  /** Text `nav.<id>` of the app. */
  readonly id: string
  readonly route: RouteName
  /** Type that shows the item (spec section 2): for some it differs from the route's own. */
  readonly type: PermissionType
  readonly icon: Icon
  readonly external?: boolean
}

export interface NavGroup {
  /** Text `nav.group.<id>`; none for the first. */
  readonly id: string | undefined
  readonly items: readonly NavItem[]
}

export const navGroups: readonly NavGroup[] = [
  { id: undefined, items: [{ id: 'dashboard', route: 'dashboard', type: 'stream', icon: IconChartLine }] },
  {
    id: 'live',
    items: [
      { id: 'manageLiveStream', route: 'manageLiveStream', type: 'stream', icon: IconBroadcast },
      { id: 'manageLive', route: 'manageLive', type: 'stream', icon: IconMovie },
      { id: 'manageMsgroup', route: 'manageMsgroup', type: 'stream', icon: IconMessageCircle },
      { id: 'manageVirtualUser', route: 'manageVirtualUser', type: 'stream', icon: IconUsers },
      { id: 'manageBlacklist', route: 'manageBlacklist', type: 'stream', icon: IconBan },
    ],
  },
  {
    id: 'products',
    items: [
      { id: 'manageForm', route: 'manageForm', type: 'form', icon: IconClipboardCheck },
      { id: 'manageProduct', route: 'manageProduct', type: 'stream', icon: IconShoppingBag },
      { id: 'salesPages', route: 'salesPages', type: 'stream', icon: IconLayoutBoard },
      { id: 'manageOrders', route: 'manageOrders', type: 'stream', icon: IconReceipt },
      { id: 'cashFlow', route: 'cashFlow', type: 'stream', icon: IconCash },
    ],
  },
  {
    id: 'letters',
    items: [
      { id: 'manageSmsEmail', route: 'manageSmsEmail', type: 'form', icon: IconSend },
      { id: 'manageMailTemplate', route: 'manageMailTemplate', type: 'form', icon: IconFileText },
    ],
  },
  {
    id: 'growth',
    items: [
      { id: 'associationSetting', route: 'associationSetting', type: 'association', icon: IconShare },
      { id: 'brandSetting', route: 'brandSetting', type: 'setting', icon: IconBuildingStore },
      // Without a CRM of its own (meta kaimai-crm) a firm's customers are those of its orders.
      { id: 'crm', route: 'manageOrders', type: 'crm', icon: IconAddressBook, external: true },
    ],
  },
]

export interface NavRights {
  readonly authority: BombmyAuthority
  /** 0: the firm has no affiliate programme. */
  readonly bombmyAssociation: number
}

/** An item shows when its own rule and its route's rule both hold. */
export const mayShow = (item: NavItem, { authority, bombmyAssociation }: NavRights): boolean => {
  if (item.type === 'association' && bombmyAssociation === 0) return false
  return isUnlocked(item.type, authority) && isUnlocked(routeRow(item.route).type, authority)
}

/** The sidebar of a member: items they may open, groups that hold any. */
export const navFor = (rights: NavRights): readonly NavGroup[] =>
  navGroups
    .map((group) => ({ ...group, items: group.items.filter((item) => mayShow(item, rights)) }))
    .filter(({ items }) => items.length > 0)

/** The item whose page an address is, or is below: of several the nearest; undefined: none. */
export const activeItem = (pathname: string): string | undefined =>
  navGroups
    .flatMap(({ items }) => items)
    .filter(({ external = false }) => !external)
    .map(({ id, route }) => ({ id, path: routeRow(route).path }))
    .filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0]?.id
