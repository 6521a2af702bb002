import { fail } from '@kaimai/contract/common/error.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { AuthService } from '../auth/auth.service.ts'
import { type FirmService, presentSetting } from './firm.service.ts'

export interface DemoLogin {
  readonly account?: string
  readonly password?: string
  readonly roomUrl?: string
}

export const firmPlugin = ({
  firms,
  auth,
  demo,
}: {
  firms: FirmService
  auth: AuthService
  demo: () => Promise<DemoLogin>
}) => {
  const oneDevice = async (firmId: string, memberId: string) =>
    (await auth.member(firmId, memberId))?.oneDevice ?? false
  return bind(firmRoutes, {
    show: async ({ firm, params }) => {
      const row = params.id === firm.id ? await firms.find(firm.id) : undefined
      if (!row) throw fail('notFound')
      return presentSetting(row, await oneDevice(firm.id, firm.userId))
    },
    change: async ({ firm, params, body, ip }) => {
      if (params.id !== firm.id) throw fail('noData')
      const row = await firms.change(firm.id, body)
      if (body.oneDeviceStatus !== undefined) await auth.setOneDevice(firm.id, firm.userId, body.oneDeviceStatus)
      await firms.audit(firm, ip, 'firm.change', firm.id, body)
      return presentSetting(row, await oneDevice(firm.id, firm.userId))
    },
    settle: async ({ firm, body, ip }) => {
      await auth.settle(firm, body, ip)
      return {}
    },
    demo,
  })
}
