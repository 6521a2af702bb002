import { profileRoutes } from '@kaimai/contract/customer/profile.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import { deviceHash, knownDevice } from '../../platform/http/device.ts'
import type { ProfileService } from './profile.service.ts'

export const profilePlugin = (profiles: ProfileService) =>
  bind(profileRoutes, {
    show: (call) => profiles.show(call.viewer, knownDevice(call)),
    unlock: (call) => profiles.unlock(call.viewer, deviceHash(call), call.body.lastDigits),
    change: (call) => profiles.change(call.viewer, deviceHash(call), call.body),
    forget: async (call) => {
      await profiles.forget(call.viewer, knownDevice(call))
      return {}
    },
  })
