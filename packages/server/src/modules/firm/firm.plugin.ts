import { fail } from '@kaimai/contract/common/error.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import type { NewFirmSetting } from '@kaimai/contract/firm/firm.schema.ts'
import type { z } from 'zod'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import type { FirmBalance } from './firm-balance.service.ts'
import type { LogSheets } from './firm-log-sheets.ts'
import type { FirmSettings } from './firm-settings.service.ts'
import type { FirmTestMode } from './firm-test-mode.ts'

export interface DemoLogin {
  readonly account?: string
  readonly password?: string
  readonly roomUrl?: string
  /** Where somebody who comes now sees most: never the last seconds of a session. */
  readonly entryUrl?: string
}

/** What members set of their own login, on the pages of the firm. */
export interface OwnAccount {
  readonly member: (firmId: string, memberId: string) => Promise<{ readonly oneDevice: boolean } | undefined>
  readonly settle: (firm: FirmCaller, body: z.output<typeof NewFirmSetting>, ip: string) => Promise<void>
  readonly setOneDevice: (firm: FirmCaller, ip: string, oneDevice: boolean) => Promise<void>
  readonly changePassword: (
    firm: FirmCaller,
    ip: string,
    passwords: { readonly password: string; readonly newPassword: string },
  ) => Promise<void>
}

export interface FirmPluginDeps {
  readonly settings: FirmSettings
  readonly testMode: FirmTestMode
  readonly balance: FirmBalance
  readonly logSheets: LogSheets
  readonly account: OwnAccount
  readonly demo: () => Promise<DemoLogin>
}

/** Another firm's id answers as nothing there. */
const own = (firm: FirmCaller, id: string): string => {
  if (id !== firm.id) throw fail('noData')
  return id
}

export const firmPlugin = ({ settings, testMode, balance, logSheets, account, demo }: FirmPluginDeps) => {
  type Shown = Awaited<ReturnType<FirmSettings['show']>>
  const withOwn = async (firm: FirmCaller, shown: Shown | Promise<Shown>) => {
    const whole = await shown
    const member = await account.member(firm.id, firm.userId)
    return { ...whole, oneDeviceStatus: member?.oneDevice ?? false }
  }
  return bind(firmRoutes, {
    show: ({ firm, params }) => {
      if (params.id !== firm.id) throw fail('notFound')
      return withOwn(firm, settings.show(firm.id))
    },
    change: async ({ firm, params, body, ip }) => {
      own(firm, params.id)
      const { oneDeviceStatus, ...change } = body
      const shown = await settings.change(actorOf(firm, ip), change)
      if (oneDeviceStatus !== undefined) await account.setOneDevice(firm, ip, oneDeviceStatus)
      return withOwn(firm, shown)
    },
    enableSurenotify: ({ firm, params, ip }) => {
      own(firm, params.id)
      return withOwn(firm, settings.enableSurenotify(actorOf(firm, ip)))
    },
    disableSurenotify: ({ firm, params, ip }) => {
      own(firm, params.id)
      return withOwn(firm, settings.disableSurenotify(actorOf(firm, ip)))
    },
    checkSenderDomain: ({ firm, params, ip }) => {
      own(firm, params.id)
      return withOwn(firm, settings.checkSenderDomain(actorOf(firm, ip)))
    },
    checkGateway: ({ firm, params, body, ip }) => {
      own(firm, params.id)
      return testMode.checkGateway(actorOf(firm, ip), body.gateway)
    },
    endTestMode: async ({ firm, params, ip }) => {
      own(firm, params.id)
      await testMode.end(actorOf(firm, ip))
      return withOwn(firm, settings.show(firm.id))
    },
    updatePassword: async ({ firm, params, body, ip }) => {
      own(firm, params.id)
      await account.changePassword(firm, ip, body)
      return {}
    },
    oneDevice: async ({ firm, params, body, ip }) => {
      own(firm, params.id)
      await account.setOneDevice(firm, ip, body.oneDeviceStatus)
      return {}
    },
    hoursLog: ({ firm, params, query }) => balance.hoursLog(own(firm, params.id), query),
    pointLog: ({ firm, params, query }) => balance.pointLog(own(firm, params.id), query),
    exportHoursLog: ({ firm, query, ip, language }) => logSheets.hours(actorOf(firm, ip), query, language),
    exportPointLog: ({ firm, query, ip, language }) => logSheets.points(actorOf(firm, ip), query, language),
    topUpInfo: ({ firm, params }) => balance.topUpInfo(own(firm, params.id)),
    delay: async ({ firm, body, ip }) => {
      own(firm, body.firmId)
      return { liveHoursExpireDate: (await balance.delay(actorOf(firm, ip))).toISOString() }
    },
    settle: async ({ firm, body, ip }) => {
      await account.settle(firm, body, ip)
      return {}
    },
    demo,
  })
}
