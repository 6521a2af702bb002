import { scriptControlRoutes } from '@kaimai/contract/control-room/script-control.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { ControlRoomShow } from './script-control.service.ts'

export const scriptControlPlugin = (show: ControlRoomShow) =>
  bind(scriptControlRoutes, {
    cue: ({ firm, ip, body }) => show.cue({ firm, ip }, body),
    uncue: async ({ firm, ip, query }) => {
      await show.uncue({ firm, ip }, query)
      return {}
    },
    call: async ({ firm, ip, body }) => {
      await show.call({ firm, ip }, body)
      return {}
    },
    endCall: async ({ firm, ip, query }) => {
      await show.endCall({ firm, ip }, query)
      return {}
    },
    line: async ({ firm, ip, body }) => {
      await show.line({ firm, ip }, body)
      return {}
    },
    script: async ({ firm, ip, body }) => {
      await show.script({ firm, ip }, body)
      return {}
    },
  })
