import { type BombmyAuthority, type PermissionType } from '@kaimai/contract/common/access.ts'
import { paths } from '../../lib/paths/paths.ts'

export type SearchActionId = 'live' | 'product' | 'signup' | 'salesPage' | 'group' | 'letter'

interface SearchAction {
  readonly id: SearchActionId
  readonly type: Extract<PermissionType, 'stream' | 'form'>
  readonly to: string
}

const actions: readonly SearchAction[] = [
  { id: 'live', type: 'stream', to: paths.liveStreamNew({ pageType: 'create', platformType: 'video' }) },
  { id: 'signup', type: 'form', to: paths.manageFormNew({ pageStatus: 'create', pageType: 'free' }) },
  { id: 'product', type: 'stream', to: paths.manageProduct({ product: 'new' }) },
  { id: 'salesPage', type: 'stream', to: paths.salesPageNew() },
  { id: 'group', type: 'stream', to: paths.msgroupCreate() },
]

/** What a member may do from anywhere: to create takes the right to write. */
export const searchActions = ({ bombmyLive, bombmySignup }: BombmyAuthority): readonly SearchAction[] =>
  actions.filter(({ type }) => (type === 'stream' ? bombmyLive : bombmySignup) === 2)
