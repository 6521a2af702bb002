import { fail } from '@kaimai/contract/common/error.ts'
import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import type { LetterService } from './letter.service.ts'

/** Another firm's id answers as nothing there. */
const checkOwn = (firm: FirmCaller, firmId: string): void => {
  if (firmId !== firm.id) throw fail('noData')
}

export const letterPlugin = (letters: LetterService) =>
  bind(letterRoutes, {
    list: ({ firm, query }) => letters.list(firm, query),
    held: ({ firm }) => letters.held(firm.id),
    setting: ({ firm }) => letters.setting.show(firm.id),
    changeSetting: ({ firm, body, ip }) => letters.setting.change(actorOf(firm, ip), body),
    enableWebhook: ({ firm, body, ip }) => {
      checkOwn(firm, body.firmId)
      return letters.setting.enableWebhook(actorOf(firm, ip))
    },
    disableWebhook: ({ firm, body, ip }) => {
      checkOwn(firm, body.firmId)
      return letters.setting.disableWebhook(actorOf(firm, ip))
    },
    notice: async ({ params, text, header, ip }) => {
      const signature = header('x-surenotify-signature') ?? ''
      await letters.receiveNotice({ firmId: params.firmId, text, signature, ip })
      return { content: 'OK' }
    },
    show: ({ firm, params }) => letters.show(firm.id, params.id),
    settle: ({ firm, params, body, ip }) => letters.settle(actorOf(firm, ip), params.id, body.arrived),
  })
