import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { SignupUsers } from './signup-user.module.ts'

export const signupUserPlugin = ({ reader, people, move, sheets, importSheet }: SignupUsers) =>
  bind(signupUserRoutes, {
    list: ({ firm, query }) => reader.list(firm, query),
    counts: ({ firm, query }) => reader.counts(firm, query),
    oneDay: ({ firm, query }) => reader.list(firm, query),
    show: ({ firm, params }) => reader.show(firm, params.id),
    change: ({ firm, ip, body }) => people.change(firm, ip, body),
    cancelNotice: ({ firm, ip, body }) => people.cancelNotice(firm, ip, body.signupUserIds, body.isCancelNotice),
    move: ({ firm, ip, body }) => move(firm, ip, body),
    resend: ({ firm, ip, body }) => people.resend(firm, ip, body.signupUserIds),
    exportExcel: ({ firm, ip, language, body }) => sheets.exportSheet(firm, body, { ip, language }),
    importSheet: ({ firm, ip, language, body, files }) =>
      importSheet(firm, { body, file: files['file'], language, ip }),
    importSample: ({ language, query }) => sheets.sample(query.format, language),
    lives: ({ firm, query }) => reader.lives(firm.id, query.signupId),
  })
