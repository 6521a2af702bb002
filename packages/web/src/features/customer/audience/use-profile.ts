import { profileRoutes } from '@kaimai/contract/customer/profile.routes.ts'
import type { Profile, ProfileBody } from '@kaimai/contract/customer/profile.schema.ts'
import { useEffect, useState } from 'react'
import { deviceMemory } from '../../../lib/audience/device-memory.ts'
import { isCallError } from '../../../lib/http/call-error.ts'
import { call } from '../../../lib/http/http.ts'

/** What is saved of the viewer of a link; redacted on a device that is not known yet. All errors are CallErrors. */
const showProfile = (viewerKey: string): Promise<Profile> => call(profileRoutes.show, {}, { viewerKey, quiet: true })

/** Opens it on this device by the last digits of the phone. `wrongCredentials`: ask again what is left of the tries. */
const unlockProfile = (viewerKey: string, lastDigits: string): Promise<Profile> =>
  call(profileRoutes.unlock, { body: { lastDigits } }, { viewerKey, quiet: true })

const changeProfile = (viewerKey: string, body: ProfileBody): Promise<Profile> =>
  call(profileRoutes.change, { body }, { viewerKey, quiet: true })

/** On every device; orders stay. */
const forgetProfile = async (viewerKey: string): Promise<void> => {
  await call(profileRoutes.forget, {}, { viewerKey, quiet: true })
}

export interface ProfileAccess {
  /** Undefined while it loads, and when that failed. */
  readonly profile: Profile | undefined
  readonly hasFailed: boolean
  readonly reload: () => void
  /** What is open now, or what is wrong in the server's words ('' when no answer came). */
  readonly unlock: (lastDigits: string) => Promise<Profile | string>
  /** Rejects with a CallError. */
  readonly change: (body: ProfileBody) => Promise<void>
  readonly forget: () => Promise<void>
}

/** What is saved of a viewer, as this device may see it. */
export const useProfile = (viewerKey: string): ProfileAccess => {
  const [profile, setProfile] = useState<Profile>()
  const [hasFailed, setFailed] = useState(false)

  useEffect(() => {
    let isHere = true
    showProfile(viewerKey).then(
      (found) => isHere && setProfile(found),
      () => isHere && setFailed(true),
    )
    return () => {
      isHere = false
    }
  }, [viewerKey])

  return {
    profile,
    hasFailed: hasFailed && profile === undefined,
    reload: () => {
      setFailed(false)
      showProfile(viewerKey).then(setProfile, () => setFailed(true))
    },
    unlock: async (lastDigits) => {
      try {
        const found = await unlockProfile(viewerKey, lastDigits)
        setProfile(found)
        return found
      } catch (error) {
        if (!isCallError(error) || error.status === 0) return ''
        // How many tries are left, or that there is nothing to open any more.
        setProfile(await showProfile(viewerKey).catch(() => profile))
        return error.message
      }
    },
    change: async (body) => setProfile(await changeProfile(viewerKey, body)),
    forget: async () => {
      await forgetProfile(viewerKey)
      // What the checkout of this browser kept of it by itself.
      for (const name of ['checkout', 'ordered']) deviceMemory.forget(name)
      setProfile(await showProfile(viewerKey))
    },
  }
}
