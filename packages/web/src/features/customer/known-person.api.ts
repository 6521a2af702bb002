import { profileRoutes } from '@kaimai/contract/customer/profile.routes.ts'
import type { Profile } from '@kaimai/contract/customer/profile.schema.ts'
import { call } from '../../lib/http/http.ts'

/** Who the viewer of a link signed up as, on the device that signed up; undefined: not known here. Rejects with a CallError. */
export const signedUpPerson = async (viewerKey: string): Promise<NonNullable<Profile['signedUp']> | undefined> => {
  const { signedUp } = await call(profileRoutes.show, {}, { viewerKey, quiet: true })
  return signedUp === null || signedUp.locked ? undefined : signedUp
}
