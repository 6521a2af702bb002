import { profileRoutes } from '@kaimai/contract/customer/profile.routes.ts'
import type { Profile, ProfileBody } from '@kaimai/contract/customer/profile.schema.ts'
import { call } from '../../../lib/http/http.ts'

/** What is saved of the viewer of a link; redacted on a device that is not known yet. All errors are CallErrors. */
export const showProfile = (viewerKey: string): Promise<Profile> =>
  call(profileRoutes.show, {}, { viewerKey, quiet: true })

/** Opens it on this device by the last digits of the phone. `wrongCredentials`: ask again what is left of the tries. */
export const unlockProfile = (viewerKey: string, lastDigits: string): Promise<Profile> =>
  call(profileRoutes.unlock, { body: { lastDigits } }, { viewerKey, quiet: true })

export const changeProfile = (viewerKey: string, body: ProfileBody): Promise<Profile> =>
  call(profileRoutes.change, { body }, { viewerKey, quiet: true })

/** On every device; orders stay. */
export const forgetProfile = async (viewerKey: string): Promise<void> => {
  await call(profileRoutes.forget, {}, { viewerKey, quiet: true })
}
