import { z } from 'zod'
import { commentsMax } from '../comment-mod/comment-mod.routes.ts'
import { firm } from '../common/access.ts'
import { Line, OptionalLine } from '../common/fields.ts'
import { defineRoutes, raw } from '../common/route.ts'
import { ExportQuery, ImportBody, importBodyLimit, ImportResult, sheetTypes } from '../common/sheet.ts'
import { pollLimits } from '../room/poll.schema.ts'
import { giveawayLimits } from '../room/giveaway.schema.ts'
import { askedMax, LiveGiveaway, LivePoll } from './live-asked.schema.ts'
import { AudiencePoint, CallToAction, FakeTicket, LiveComment, LiveProduct } from './live.routes.ts'

/** Everything of a live that happens at a time: one sheet of a file. */
export const ScriptSheet = z.object({
  commentList: z.array(LiveComment).max(commentsMax),
  productList: z.array(LiveProduct).max(200),
  fakeTicket: z.array(FakeTicket).max(2000),
  callToAction: z.array(CallToAction).max(500),
  poll: z.array(LivePoll).max(askedMax),
  giveaway: z.array(LiveGiveaway).max(askedMax),
  audienceCurve: z.array(AudiencePoint).max(2000),
})
export type ScriptSheet = z.output<typeof ScriptSheet>
export const scriptListNames = ScriptSheet.keyof().options

/** As it is being made: words may still be missing. */
const Draft = ScriptSheet.extend({
  commentList: z
    .array(LiveComment.extend({ userName: OptionalLine(40), commentText: OptionalLine(300) }))
    .max(commentsMax),
  fakeTicket: z.array(FakeTicket.extend({ userName: OptionalLine(40) })).max(2000),
  callToAction: z.array(CallToAction.extend({ text: OptionalLine(80), url: OptionalLine(300) })).max(500),
  poll: z
    .array(
      LivePoll.extend({
        question: OptionalLine(pollLimits.questionCharacters),
        options: z.array(OptionalLine(pollLimits.optionCharacters)).max(pollLimits.maxOptions),
      }),
    )
    .max(askedMax),
  giveaway: z
    .array(
      LiveGiveaway.extend({
        prize: OptionalLine(giveawayLimits.prizeCharacters),
        word: OptionalLine(giveawayLimits.wordCharacters),
      }),
    )
    .max(askedMax),
})

export const scriptSheetRoutes = defineRoutes('console', {
  readScript: {
    method: 'POST',
    path: '/live/read_script',
    summary: 'Reads the programme of a live from a CSV or Excel file for the studio: nothing is written.',
    access: firm('stream'),
    body: ImportBody,
    files: ['file'],
    bodyLimit: importBodyLimit,
    answer: ImportResult.extend({
      /** The good rows, each list by time, the products in the order of the file. */
      script: ScriptSheet.extend({ commentList: z.array(LiveComment.extend({ userImgUrl: z.string() })) }),
      /** The line of each of them, list by list, in their order. */
      lines: z.record(z.enum(scriptListNames), z.array(z.number().int())),
    }),
    errors: ['tooLarge'],
    added: true,
  },
  writeScript: {
    method: 'POST',
    path: '/live/write_script',
    summary: 'The programme of a live as an Excel or CSV file, as it stands in the studio: nothing is written.',
    access: firm('stream', 'read'),
    body: Draft.extend({ name: Line(120), format: ExportQuery.shape.format }),
    answer: raw(sheetTypes.xlsx),
    bodyLimit: 4 * 1024 * 1024,
    added: true,
  },
  scriptTemplate: {
    method: 'GET',
    path: '/live/script_template',
    summary: 'An empty file of a programme with a line of each kind as an example.',
    access: firm('stream'),
    query: ExportQuery,
    answer: raw(sheetTypes.xlsx),
    added: true,
  },
})
