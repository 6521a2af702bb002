import { createLivePresences } from './live-presence.service.ts'
import { createViewerListService, type ViewerListDeps } from './viewer-list.service.ts'
import { createViewerListStore } from './viewer-list.store.ts'
import type { Platform } from '../../platform/platform.ts'

/** The staff's view of viewers, on its own store. */
export const createViewerListModule = ({
  platform,
  ...deps
}: Omit<ViewerListDeps, 'platform' | 'store'> & { readonly platform: Platform }) => ({
  ...createViewerListService({ platform, store: createViewerListStore(platform.db), ...deps }),
  presences: createLivePresences({ ...platform, live: deps.live }),
})
