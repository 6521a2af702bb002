import type { SearchItem } from '@kaimai/contract/search/search.routes.ts'
import { paths } from '../../lib/paths/paths.ts'

/** Where what was found is opened; a live that runs in its control room. */
export const placeOfFound = ({ kind, id, label, note, type, isRunning }: SearchItem): string => {
  switch (kind) {
    case 'live':
      return isRunning
        ? paths.streamingEdit({ liveId: id })
        : paths.liveStreamEdit({ pageType: 'edit', platformType: type, liveId: id })
    case 'order':
      return paths.manageOrders({ order: id })
    case 'product':
      return paths.manageProduct({ product: id })
    case 'signup':
      return paths.manageFormEdit({ pageStatus: 'edit', pageType: type, pageId: id })
    case 'signup-user':
      return paths.manageFormUsers({ person: id })
    case 'sales-page':
      return paths.salesPageEdit({ pageId: id })
    case 'video':
      return paths.manageLive({ q: label })
    case 'letter':
      return paths.manageSmsEmail({ letter: id })
    case 'comment-mod':
      return paths.msgroupEdit({ commentModId: id })
    case 'virtual-user':
      return paths.manageVirtualUser({ q: label || note })
  }
}
