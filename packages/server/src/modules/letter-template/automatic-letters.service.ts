import { fail } from '@kaimai/contract/common/error.ts'
import { automaticLetterErrors } from '@kaimai/contract/letter/automatic-letters.errors.ts'
import {
  AutomaticLetters,
  automaticChoices,
  automaticDefaults,
} from '@kaimai/contract/letter/automatic-letters.routes.ts'
import { type AutomaticLetter, automaticTypes } from '@kaimai/contract/letter/automatic-letters.rules.ts'
import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import type { ColumnType } from 'kysely'
import type { Actor } from '../../platform/audit/audit.ts'
import { changesOf } from '../../platform/audit/changes.ts'
import { type Executor, json } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'

interface AutomaticLetterTables {
  automaticLetters: { firmId: string; choices: ColumnType<Partial<AutomaticLetters>, unknown, unknown> }
}

const chosenLetters = Object.keys(automaticTypes) as AutomaticLetter[]

export interface AutomaticLettersDeps {
  readonly platform: Pick<Platform, 'db' | 'audit'>
  /** A firm's own text; undefined: none of that type, or removed since. */
  readonly contentsOf: (firmId: string, type: number, choice: string) => Promise<LetterContents | undefined>
}

/** Which letters of a firm go by themselves, and with which text. */
export const createAutomaticLetters = ({ platform, contentsOf }: AutomaticLettersDeps) => {
  const { db, audit } = platform
  const on = (executor: Executor = db) => executor.as<AutomaticLetterTables>()

  const show = async (firmId: string, executor?: Executor): Promise<AutomaticLetters> => {
    const row = await on(executor)
      .selectFrom('automaticLetters')
      .select('choices')
      .where('firmId', '=', firmId)
      .executeTakeFirst()
    // What a firm chose from before a letter was there is as it is for who chose nothing.
    return row ? AutomaticLetters.parse({ ...automaticDefaults, ...row.choices }) : automaticDefaults
  }

  return {
    show: (firmId: string): Promise<AutomaticLetters> => show(firmId),

    /** Refused at the field for a text that is none of the firm's, or is of another type. */
    change: async (firmId: string, body: AutomaticLetters, by: Actor): Promise<AutomaticLetters> => {
      for (const name of chosenLetters) {
        const choice = body[name]
        const isWord = automaticChoices.some((word) => word === choice)
        if (!isWord && !(await contentsOf(firmId, automaticTypes[name], choice)))
          throw fail('invalid', { fields: { [name]: automaticLetterErrors.textGone } })
      }
      await db.transaction(async (tx) => {
        const before = await show(firmId, tx)
        await on(tx)
          .insertInto('automaticLetters')
          .values({ firmId, choices: json(body) })
          .onConflict((conflict) => conflict.column('firmId').doUpdateSet({ choices: json(body) }))
          .execute()
        await audit.record(tx, by, 'letter.change', '', changesOf(before, body))
      })
      return body
    },

    /** Whether a letter goes by itself, and with which text of the firm's own; undefined: the built-in one. */
    textOf: async (
      firmId: string,
      name: AutomaticLetter,
    ): Promise<{ readonly goes: boolean; readonly contents: LetterContents | undefined }> => {
      const choice = (await show(firmId))[name]
      if (choice === 'none') return { goes: false, contents: undefined }
      // One that was removed since falls back to the built-in text.
      return { goes: true, contents: await contentsOf(firmId, automaticTypes[name], choice) }
    },
  }
}
export type AutomaticLettersService = ReturnType<typeof createAutomaticLetters>
