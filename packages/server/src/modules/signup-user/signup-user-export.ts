import { fail } from '@kaimai/contract/common/error.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import type { RawContent } from '@kaimai/contract/common/route.ts'
import type { SheetFormat } from '@kaimai/contract/common/sheet.ts'
import { signupUserErrors } from '@kaimai/contract/signup-user/signup-user.errors.ts'
import {
  maxExport,
  type SignupUserExportBody,
  type SignupUserRow,
} from '@kaimai/contract/signup-user/signup-user.schema.ts'
import type { z } from 'zod'
import { actorOf } from '../../platform/audit/audit.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import type { Platform } from '../../platform/platform.ts'
import { streamSheet } from '../../platform/sheet/stream-sheet.ts'
import { writeSheet } from '../../platform/sheet/write-sheet.ts'
import type { Person, PersonFilter, SignupUserListStore } from './signup-user-list.store.ts'
import { filterOf, maySeePersonal, type SignupUserReader } from './signup-user-reader.ts'
import { exportColumns, questionsOf, sampleColumns, sampleRows } from './signup-user-sheet.ts'

export interface ExportDeps {
  readonly platform: Pick<Platform, 'db' | 'audit'>
  readonly lists: SignupUserListStore
  readonly reader: SignupUserReader
}

const rowsAtOnce = 500

type Body = z.output<typeof SignupUserExportBody>
type Row = z.input<typeof SignupUserRow>

/** Sign-ups as a sheet; who may not see contacts gets them redacted. */
export const createSignupUserExport = ({ platform, lists, reader }: ExportDeps) => {
  const { db, audit } = platform

  const totalOf = async (caller: FirmCaller, body: Body) => {
    const { signupUserIds, format: _, progress: __, ...filter } = body
    if (signupUserIds !== undefined) return signupUserIds.length
    const total = await lists.total(caller.id, filterOf(caller, filter))
    if (total > maxExport)
      throw fail('tooLarge', { reason: withValues(signupUserErrors.tooManyToExport, { max: maxExport }) })
    return total
  }

  async function* pagesOf(caller: FirmCaller, filter: PersonFilter): AsyncGenerator<readonly Row[]> {
    for (let last: Person | undefined; ; ) {
      const page = await lists.after(caller.id, filter, last, rowsAtOnce)
      yield await reader.rowsOf(caller.id, page, maySeePersonal(caller))
      last = page.at(-1)
      if (page.length < rowsAtOnce) return
    }
  }

  /** Those who were chosen are few enough to be read at once. */
  const chosen = async (caller: FirmCaller, ids: readonly string[]) => {
    const rows = await reader.rowsOf(caller.id, await lists.wholeRows(caller.id, ids), maySeePersonal(caller))
    return { rows, questions: questionsOf(rows) }
  }

  const contentOf = async (caller: FirmCaller, body: Body) => {
    const { signupUserIds, format: _, progress: __, ...filter } = body
    if (signupUserIds !== undefined) return chosen(caller, signupUserIds)
    const narrowed = filterOf(caller, filter)
    // What somebody wrote of themselves is personal too.
    const questions = maySeePersonal(caller) ? await lists.questions(caller.id, narrowed) : []
    return { rows: { pages: pagesOf(caller, narrowed) }, questions }
  }

  return {
    exportSheet: async (
      caller: FirmCaller,
      body: Body,
      request: { readonly ip: string; readonly language: Language },
    ): Promise<RawContent> => {
      const total = await totalOf(caller, body)
      await db.transaction((tx) =>
        audit.record(tx, actorOf(caller, request.ip), 'signupUser.export', 'signupUser', {
          rows: total,
          format: body.format,
          redacted: !maySeePersonal(caller),
        }),
      )
      const { rows, questions } = await contentOf(caller, body)
      const sheet = {
        format: body.format,
        name: request.language === 'en' ? 'Sign-ups' : '報名名單',
        language: request.language,
        columns: exportColumns(request.language, questions),
        rows,
      }
      return body.progress === undefined ? writeSheet<Row>(sheet) : streamSheet<Row>({ ...sheet, total })
    },

    sample: (format: SheetFormat, language: Language) =>
      writeSheet({
        format,
        name: language === 'en' ? 'Sign-ups to import' : '報名名單範本',
        language,
        columns: sampleColumns,
        rows: sampleRows(language),
      }),
  }
}
export type SignupUserExport = ReturnType<typeof createSignupUserExport>
