import { inBatches } from '../../platform/db/batches.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import type { Language } from '@kaimai/contract/common/language.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
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
import { writeSheet } from '../../platform/sheet/write-sheet.ts'
import type { Person, SignupUserListStore } from './signup-user-list.store.ts'
import { filterOf, maySeePersonal, type SignupUserReader } from './signup-user-reader.ts'
import { exportColumns, sampleColumns, sampleRows } from './signup-user-sheet.ts'

export interface ExportDeps {
  readonly platform: Pick<Platform, 'db' | 'audit'>
  readonly lists: SignupUserListStore
  readonly reader: SignupUserReader
}

const rowsAtOnce = 500

/** Sign-ups as a sheet; who may not see contacts gets them redacted. */
export const createSignupUserExport = ({ platform, lists, reader }: ExportDeps) => {
  const { db, audit } = platform

  const peopleOf = async (caller: FirmCaller, body: z.output<typeof SignupUserExportBody>): Promise<Person[]> => {
    const { signupUserIds, format: _, ...filter } = body
    if (signupUserIds !== undefined) return lists.wholeRows(caller.id, signupUserIds)
    const narrowed = filterOf(caller, filter)
    if ((await lists.total(caller.id, narrowed)) > maxExport)
      throw fail('tooLarge', { reason: withValues(signupUserErrors.tooManyToExport, { max: maxExport }) })
    const people: Person[] = []
    for (;;) {
      const page = await lists.after(caller.id, narrowed, people.at(-1), rowsAtOnce * 4)
      people.push(...page)
      if (page.length < rowsAtOnce * 4) return people
    }
  }

  return {
    exportSheet: async (
      caller: FirmCaller,
      body: z.output<typeof SignupUserExportBody>,
      given: { readonly ip: string; readonly language: Language },
    ) => {
      const people = await peopleOf(caller, body)
      const rows: z.input<typeof SignupUserRow>[] = []
      for (const batch of inBatches(people, rowsAtOnce))
        rows.push(...(await reader.rowsOf(caller.id, batch, maySeePersonal(caller))))
      await db.transaction((tx) =>
        audit.record(tx, actorOf(caller, given.ip), 'signupUser.export', 'signupUser', {
          rows: rows.length,
          format: body.format,
          redacted: !maySeePersonal(caller),
        }),
      )
      return writeSheet({
        format: body.format,
        name: given.language === 'en' ? 'Sign-ups' : '報名名單',
        language: given.language,
        columns: exportColumns(given.language, rows),
        rows,
      })
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
