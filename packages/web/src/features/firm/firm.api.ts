import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import type { GatewayName } from '@kaimai/contract/firm/firm.rules.ts'
import type { FirmSetting, FirmSettingChange, GatewayCheck } from '@kaimai/contract/firm/firm.schema.ts'
import { advertiserReportRoutes } from '@kaimai/contract/tracking/tracking.routes.ts'
import type { Answer, Sent } from '@kaimai/contract/common/route.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'

export const firmKey = ['firm'] as const

export const firmSetting = (id: string) =>
  queryOptions({
    queryKey: [...firmKey, 'setting', id],
    queryFn: ({ signal }) => call(firmRoutes.show, { params: { id } }, { signal }),
  })

/** What the firm's pages reported for advertisers on the last days. */
export const advertiserDays = () =>
  queryOptions({
    queryKey: [...firmKey, 'advertiser-days'],
    queryFn: ({ signal }) => call(advertiserReportRoutes.days, {}, { signal }),
  })

/** `version`: what it was made from. */
export const changeSetting = (
  id: string,
  body: FirmSettingChange & { readonly version: number | undefined },
): Promise<FirmSetting> => call(firmRoutes.change, { params: { id }, body })

export const switchSurenotify = (id: string, on: boolean): Promise<FirmSetting> =>
  call(on ? firmRoutes.enableSurenotify : firmRoutes.disableSurenotify, { params: { id } })

export const checkSenderDomain = (id: string): Promise<FirmSetting> =>
  call(firmRoutes.checkSenderDomain, { params: { id } })

/** Whether a payment company knows the firm by its kept keys. */
export const checkGateway = (id: string, gateway: GatewayName): Promise<GatewayCheck> =>
  call(firmRoutes.checkGateway, { params: { id }, body: { gateway } })

/** From now on shoppers pay real money. */
export const endTestMode = (id: string): Promise<FirmSetting> => call(firmRoutes.endTestMode, { params: { id } })

export const updatePassword = (id: string, body: { password: string; newPassword: string }) =>
  call(firmRoutes.updatePassword, { params: { id }, body })

export const setOneDevice = (id: string, oneDeviceStatus: boolean) =>
  call(firmRoutes.oneDevice, { params: { id }, body: { oneDeviceStatus } })

export const topUpInfo = (id: string) =>
  queryOptions({
    queryKey: [...firmKey, 'top-up', id],
    queryFn: ({ signal }) => call(firmRoutes.topUpInfo, { params: { id } }, { signal }),
  })

/** The logs as files; `useSheetDownload` takes them. */
export const logExports = { hours: firmRoutes.exportHoursLog, points: firmRoutes.exportPointLog } as const

export const delaySchedule = (firmId: string) => call(firmRoutes.delay, { body: { firmId } })

type LogRequest = NonNullable<Sent<typeof firmRoutes.hoursLog>['query']>
export type HoursPage = Answer<typeof firmRoutes.hoursLog>
export type PointPage = Answer<typeof firmRoutes.pointLog>

export const loadHoursLog = (id: string, query: LogRequest, signal: AbortSignal): Promise<HoursPage> =>
  call(firmRoutes.hoursLog, { params: { id }, query }, { signal })

export const loadPointLog = (id: string, query: LogRequest, signal: AbortSignal): Promise<PointPage> =>
  call(firmRoutes.pointLog, { params: { id }, query }, { signal })
