import type { Platform } from '../../platform/platform.ts'
import { createAvatars } from './avatars.ts'
import { createVirtualUserService, type VirtualUserDeps } from './virtual-user.service.ts'
import { createVirtualUserStore } from './virtual-user.store.ts'

/** Who speaks in lives beside real viewers, and their pictures. */
export const createVirtualUserModule = ({
  platform,
  ...deps
}: Omit<VirtualUserDeps, 'store' | 'avatars' | 'platform'> & { readonly platform: Platform }) => {
  const avatars = createAvatars()
  const store = createVirtualUserStore(platform.db)
  return { avatars, virtualUsers: createVirtualUserService({ platform, store, avatars, ...deps }) }
}
