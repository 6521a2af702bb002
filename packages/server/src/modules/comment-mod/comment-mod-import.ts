import { commentModErrors } from '@kaimai/contract/comment-mod/comment-mod.errors.ts'
import { commentsMax, type ScriptedComment } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { showTimecode } from '@kaimai/contract/comment-mod/timecode.rules.ts'
import { fail } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { Id } from '@kaimai/contract/common/fields.ts'
import { sheetErrors } from '@kaimai/contract/common/sheet.errors.ts'
import { z } from 'zod'
import { createImportRuns } from '../../platform/import/import-runs.ts'
import { parseCells } from '../../platform/sheet/read-lines.ts'
import type { Platform } from '../../platform/platform.ts'
import type { ReadRow, Verdict } from '../../platform/sheet/plan-import.ts'
import type { CommentModDeps } from './comment-mod.service.ts'
import { commentColumns, SheetComment, storedComment } from './comment-sheet.ts'
import type { CommentModStore } from './comment-mod.store.ts'
import type { Speaker } from './marked-comments.ts'

export interface CommentModImportDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'log' | 'audit' | 'jobs'>
  readonly store: CommentModStore
  readonly people: CommentModDeps['people']
  readonly avatars: CommentModDeps['avatars']
}

const Options = z.object({ commentModId: Id.optional(), makeUsers: z.boolean() })
type Options = z.output<typeof Options>

interface Around {
  /** Of the group that the rows are compared with. */
  readonly present: readonly ScriptedComment[]
  readonly known: ReadonlyMap<string, Speaker>
  /** Whether there is anybody to say what no name stands at. */
  readonly hasSpeakers: boolean
}
type Row = ReadRow<SheetComment>

const namesOf = (rows: readonly Row[]): string[] => [
  ...new Set(rows.flatMap(({ row: { userName } }) => (userName ? [userName] : []))),
]
/** Who says something when: two of a group may share it, then neither is the other's change. */
const momentOf = ({ commentTime, userName = '' }: Pick<SheetComment, 'commentTime' | 'userName'>): string =>
  `${Math.round(commentTime * 10)} ${userName}`

const sayingOf = ({ userName = '', commentText }: Pick<SheetComment, 'userName' | 'commentText'>): string =>
  `${userName} ${commentText}`
const hour = 3600
/** Whether a time is another one that has lost its hours: spreadsheets save 1:05:30.5 as 05:30.5. */
const hoursLater = (seconds: number, there: number): boolean =>
  there - seconds >= hour && Math.round((there - seconds) * 10) % (hour * 10) === 0

/** What each row is to the comments of its group: one of the same person at the same moment is changed in its words. */
export const judgeComments = (rows: readonly Row[], { present, hasSpeakers }: Around): Verdict<undefined>[] => {
  const inGroup = Map.groupBy(present, momentOf)
  // Rows without a name are given to anybody: what is said at that second is compared alone.
  const atSecond = Map.groupBy(present, ({ commentTime }) => showTimecode(commentTime))
  const inFile = Map.groupBy(rows, ({ row }) => momentOf(row))
  const bySaying = Map.groupBy(present, sayingOf)
  const lines = new Map<string, number>()
  return rows.map(({ line, row }): Verdict<undefined> => {
    const moment = momentOf(row)
    const key = `${moment} ${row.commentText}`
    const first = lines.get(key)
    if (first !== undefined) {
      const reason = withValues(sheetErrors.rowTwice, { line: first })
      return { state: 'bad', errors: [{ column: 'commentText', reason }] }
    }
    lines.set(key, line)
    if (!row.userName && !hasSpeakers)
      return { state: 'bad', errors: [{ column: 'userName', reason: commentModErrors.nobodyToSpeak }] }
    const there = row.userName ? (inGroup.get(moment) ?? []) : (atSecond.get(showTimecode(row.commentTime)) ?? [])
    if (there.some(({ commentText }) => commentText === row.commentText)) return { state: 'same', known: undefined }
    const [only] = there
    const isOnly = row.userName !== undefined && there.length === 1 && inFile.get(moment)?.length === 1
    if (only && isOnly) return { state: 'change', known: undefined, before: { commentText: only.commentText } }
    const later = bySaying.get(sayingOf(row))?.find(({ commentTime }) => hoursLater(row.commentTime, commentTime))
    if (later === undefined) return { state: 'new', known: undefined }
    const values = { time: showTimecode(row.commentTime), there: showTimecode(later.commentTime) }
    return { state: 'new', known: undefined, note: withValues(commentModErrors.timeLostHours, values) }
  })
}

/** Comments out of a file, for the editor of a group; unknown names become virtual users where that is asked for. */
export const createCommentModImport = ({ platform, store, people, avatars }: CommentModImportDeps) => {
  const runs = createImportRuns<SheetComment, undefined, Options, Around>(
    { platform },
    {
      kind: 'commentMod',
      columns: commentColumns,
      schema: SheetComment,
      stored: storedComment,
      options: Options,
      check: async ({ by, options: { commentModId } }) => {
        if (commentModId !== undefined && !(await store.find(by.firmId, commentModId))) throw fail('noData')
      },
      prepare: async ({ by, options }, rows, writes) => {
        const { firmId } = by
        if (!writes && rows.length > commentsMax)
          throw fail('invalid', { fields: { file: commentModErrors.groupFull } })
        const group = options.commentModId === undefined ? undefined : await store.find(firmId, options.commentModId)
        const names = namesOf(rows)
        let known = await people.byNames(firmId, names)
        if (writes && options.makeUsers) {
          const missing = names.filter((name) => !known.has(name))
          if (missing.length > 0) known = new Map([...known, ...(await people.make(firmId, missing, by))])
        }
        const hasSpeakers = rows.every(({ row }) => row.userName) || (await people.some(firmId)).length > 0
        return { present: group?.comments ?? [], known, hasSpeakers }
      },
      judge: async (_, rows, around) => judgeComments(rows, around),
      write: async () => new Map(),
      unknownNames: (rows, { known }) => namesOf(rows).filter((name) => !known.has(name)),
    },
  )

  return {
    ...runs,

    /** Those of a run that went through, by second, each with who says it; rows without a name are dealt out. */
    comments: async (firmId: string, id: string) => {
      const run = await runs.find(firmId, id)
      if (!run) throw fail('notFound')
      const stored = await runs.rowsAfter(firmId, id, ['new', 'change'], 0, commentsMax)
      const behind = stored.filter(({ settled }) => settled)
      const { new: made, change } = run.outcome
      if (behind.length < made + change) throw fail('gone', { reason: sheetErrors.importRowsGone })
      const keys = run.columns.map(({ key }) => key)
      const rows = behind.flatMap(({ line, cells, before }) => {
        const parsed = parseCells(SheetComment, keys, cells)
        return parsed.isGood ? [{ line, row: parsed.row, before: before['commentText'] ?? null }] : []
      })
      const known = await people.byNames(firmId, namesOf(rows))
      const some = rows.some(({ row }) => !row.userName) ? await people.some(firmId) : []
      let dealt = 0
      const comments = rows.map(({ row: { commentTime, userName, commentText }, before }) => {
        const speaker = userName
          ? (known.get(userName) ?? { name: userName, userImgId: '' })
          : some[dealt++ % some.length]
        const userImgId = speaker?.userImgId ?? ''
        const userImgUrl = avatars.urlOf(userImgId)
        return { userImgId, userImgUrl, userName: speaker?.name ?? '', commentText, commentTime, before }
      })
      return { comments: comments.toSorted((a, b) => a.commentTime - b.commentTime) }
    },
  }
}
export type CommentModImport = ReturnType<typeof createCommentModImport>
