import { isUnlocked } from '@kaimai/contract/common/access.ts'
import { type RouteName, routeRow } from '../../lib/paths/paths.ts'
import { navGroups, type NavRights } from './nav-items.ts'

/** Screens that the palette leads to beside those of the sidebar. */
const others: readonly { readonly id: string; readonly route: RouteName }[] = [
  { id: 'msgroupCreate', route: 'msgroupCreate' },
  { id: 'smsEmailCreate', route: 'smsEmailCreate' },
  { id: 'mailTemplateCreate', route: 'mailTemplateCreate' },
]

/** Pages a member may open, as ids of texts `nav.<id>` with their paths. */
export const palettePages = ({ authority, bombmyAssociation }: NavRights) =>
  [...navGroups.flatMap(({ items }) => items.filter(({ external }) => !external)), ...others]
    .filter(({ route }) => isUnlocked(routeRow(route).type, authority))
    .filter(({ route }) => route !== 'associationSetting' || bombmyAssociation !== 0)
    .map(({ id, route }) => ({ id, to: routeRow(route).path }))

/** Whether every word typed is in the text, without regard to case and width. */
export const matches = (text: string, typed: string): boolean => {
  const plain = (each: string) => each.normalize('NFKC').toLowerCase()
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return words.every((word) => plain(text).includes(word))
}
