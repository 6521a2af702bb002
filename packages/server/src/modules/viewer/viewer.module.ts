import { createLiveUserDesk, type LiveUserDeskNeeds } from './viewer-list.service.ts'
import { createLiveUserDeskStore } from './viewer-list.store.ts'
import type { Platform } from '../../platform/platform.ts'

/** The staff's view of viewers, on its own store. */
export const assembleLiveUserDesk = ({
  platform,
  ...needs
}: Omit<LiveUserDeskNeeds, 'platform' | 'store'> & { readonly platform: Platform }) =>
  createLiveUserDesk({ platform, store: createLiveUserDeskStore(platform.db), ...needs })
