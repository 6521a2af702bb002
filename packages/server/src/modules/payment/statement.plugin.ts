import { statementRoutes } from '@kaimai/contract/payment/statement.routes.ts'
import { actorOf } from '../../platform/audit/audit.ts'
import { bind } from '../../platform/http/bind.ts'
import type { BankStatements } from './bank-statements.ts'

/** At the console: files of the bank, and what the staff books of them. */
export const statementPlugin = (statements: BankStatements) =>
  bind(statementRoutes, {
    import: ({ firm, files, body, language, ip }) =>
      statements.import(actorOf(firm, ip), { file: files['file'], charset: body.charset }, language),
    list: ({ firm, query }) => statements.list(firm.id, query),
    book: async ({ firm, params, body, ip }) => {
      await statements.book(actorOf(firm, ip), params.id, body)
      return {}
    },
    setAside: async ({ firm, params, body, ip }) => {
      await statements.setAside(actorOf(firm, ip), params.id, body.setAside)
      return {}
    },
  })
