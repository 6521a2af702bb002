import { signupUserImportRoutes } from '@kaimai/contract/signup-user/signup-user-import.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { bind } from '../../platform/http/bind.ts'
import type { SignupUsers } from './signup-user.module.ts'

export const signupUserPlugin = ({ reader, people, move, sheets, imports, add, erase }: SignupUsers) => [
  ...bind(signupUserRoutes, {
    list: ({ firm, query }) => reader.list(firm, query),
    counts: ({ firm, query }) => reader.counts(firm, query),
    oneDay: ({ firm, query }) => reader.list(firm, query),
    show: ({ firm, params }) => reader.show(firm, params.id),
    change: ({ firm, ip, body }) => people.change(firm, ip, body),
    cancelNotice: ({ firm, ip, body }) => people.cancelNotice(firm, ip, body.signupUserIds, body.isCancelNotice),
    move: ({ firm, ip, body }) => move(firm, ip, body),
    erase: ({ firm, ip, body }) => erase(firm, ip, body.signupUserId),
    resend: ({ firm, ip, body }) => people.resend(firm, ip, body.signupUserIds),
    exportExcel: ({ firm, ip, language, body }) => sheets.exportSheet(firm, body, { ip, language }),
    add: ({ firm, ip, body }) => add(firm, ip, body),
    importSample: ({ language, query }) => sheets.sample(query.format, language),
    lives: ({ firm, query }) => reader.lives(firm.id, query.signupId),
  }),
  ...bind(signupUserImportRoutes, {
    read: ({ firm, body: { fileName, charset, ...options }, files, language, ip }) =>
      imports.read(firm, { file: files['file'], fileName, charset, options, language, ip }),
    runs: ({ firm }) => imports.runs(firm.id),
    run: ({ firm, params }) => imports.run(firm.id, params.id),
    rows: ({ firm, params, query }) => imports.rows(firm.id, params.id, query),
    start: ({ firm, params }) => imports.start(firm.id, params.id),
    cancel: ({ firm, params }) => imports.cancel(firm.id, params.id),
    refused: ({ firm, params, query, language }) => imports.refused(firm.id, params.id, query.format, language),
  }),
]
