import { type LetterSetting, letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'
import { firmKey } from './firm.api.ts'

const key = [...firmKey, 'letter-setting'] as const

/** How the firm's letters leave, and its text messages. */
export const letterSetting = () =>
  queryOptions({ queryKey: key, queryFn: ({ signal }) => call(letterRoutes.setting, {}, { signal }) })

export const changeLetterSetting = (body: { smsBrand: string; smsRegistered: string[] }): Promise<LetterSetting> =>
  call(letterRoutes.changeSetting, { body })

export const switchWebhook = (firmId: string, on: boolean): Promise<LetterSetting> =>
  call(on ? letterRoutes.enableWebhook : letterRoutes.disableWebhook, { body: { firmId } })
