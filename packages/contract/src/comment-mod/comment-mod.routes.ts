import { z } from 'zod'
import { firm } from '../common/access.ts'
import { editedFrom, EditVersion } from '../common/edit-version.ts'
import { ById, Id, Line, Nothing } from '../common/fields.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { because, common } from '../common/error-text.ts'
import { defineRoutes, raw } from '../common/route.ts'
import { ExportQuery, sheetTypes } from '../common/sheet.ts'
import { Instant } from '../common/time.ts'

/** One scripted comment at a second of a video. */
export const ScriptedComment = z.object({
  userImgId: z.string().max(80),
  userName: Line(40),
  commentText: Line(300),
  /** Seconds from the start of the video. */
  commentTime: z
    .number({ error: because(common.required) })
    .min(0)
    .max(86_400),
})
export type ScriptedComment = z.output<typeof ScriptedComment>

/** Comments of one group. */
export const commentsMax = 5000

export const CommentModBody = z.object({
  commentModName: Line(80),
  videoId: Id,
  commentModList: z.array(ScriptedComment).max(commentsMax),
})

export const CommentMod = z.object({
  id: Id,
  version: EditVersion,
  commentModName: z.string(),
  videoId: Id,
  videoName: z.string(),
  videoUrl: z.string(),
  commentModList: z.array(ScriptedComment.extend({ userImgUrl: z.string() })),
})
export type CommentMod = z.output<typeof CommentMod>

export const CommentModRow = z.object({
  id: Id,
  commentModName: z.string(),
  videoId: Id,
  videoName: z.string(),
  thumbnailUrl: z.string(),
  comments: z.number().int(),
  createdAt: Instant,
  changedAt: Instant,
})

/** Columns a list of comment groups may be sorted by. */
export const commentModSorts = ['createdAt', 'changedAt', 'commentModName', 'comments'] as const

/** A comment as it is shown: with the address of its picture. */
export const ShownComment = ScriptedComment.extend({ userImgUrl: z.string() })

export const commentModRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/comment_mod',
    summary:
      'Comment groups of the firm; `videoId` keeps those of one video; `sort` is createdAt, changedAt, commentModName or comments.',
    access: firm('stream'),
    query: ListQuery.extend({ videoId: Id.optional() }),
    answer: pageOf(CommentModRow),
  },
  markedLives: {
    method: 'GET',
    path: '/comment_mod/marked_lives',
    summary: 'The lives of the firm that have comments marked as favourites, the newest 50.',
    access: firm('stream'),
    answer: z.object({
      lives: z.array(z.object({ id: Id, liveName: z.string(), beginAt: Instant, marks: z.number().int() })),
    }),
    added: true,
  },
  sheetTemplate: {
    method: 'GET',
    path: '/comment_mod/sheet_template',
    summary: 'An empty file of comments with a few lines as examples.',
    access: firm('stream'),
    query: ExportQuery,
    answer: raw(sheetTypes.xlsx),
    added: true,
  },
  create: {
    method: 'POST',
    path: '/comment_mod',
    summary: 'Makes a comment group for a video.',
    access: firm('stream'),
    body: CommentModBody,
    answer: CommentMod,
    bodyLimit: 4 * 1024 * 1024,
    errors: ['noData'],
  },
  show: {
    method: 'GET',
    path: '/comment_mod/:id',
    summary: 'One comment group with its comments by second.',
    access: firm('stream'),
    params: ById,
    answer: CommentMod,
  },
  change: {
    method: 'PUT',
    path: '/comment_mod/:id',
    summary:
      'Changes a comment group; the list is replaced whole. With `version`, `conflict` when somebody changed it since.',
    access: firm('stream'),
    params: ById,
    body: CommentModBody.extend(editedFrom),
    answer: CommentMod,
    errors: ['conflict'],
    bodyLimit: 4 * 1024 * 1024,
  },
  remove: {
    method: 'DELETE',
    path: '/comment_mod/:id',
    summary: 'Deletes a comment group; lives that were published with it keep their script.',
    access: firm('stream'),
    params: ById,
    answer: Nothing,
  },
  copy: {
    method: 'POST',
    path: '/comment_mod/:id/copy_comment_mod',
    summary: 'Makes another comment group with the same comments.',
    access: firm('stream'),
    params: ById,
    body: z.object({ commentModName: Line(80).optional() }),
    answer: CommentMod,
    errors: ['noData'],
    idempotency: 'optional',
  },
  addMarked: {
    method: 'POST',
    path: '/comment_mod/:id/add_mark_comment_to_comment_mod',
    summary:
      'Copies the comments of a live that were marked as favourites into a comment group, each at its second. The words alone: virtual users of the firm say them.',
    access: firm('stream'),
    params: ById,
    body: z.object({ liveId: Id }),
    answer: z.object({
      /** What came in, by second. */
      comments: z.array(ShownComment),
      /** Marked comments that the group had already. */
      already: z.number().int(),
      /** Marked comments before the begin or after the end of the video. */
      outside: z.number().int(),
      commentMod: CommentMod,
    }),
    errors: ['noData', 'conflict'],
  },
  download: {
    method: 'GET',
    path: '/comment_mod/:id/export',
    summary: 'The comments of a group as an Excel or CSV file, times as mm:ss.s.',
    access: firm('stream'),
    params: ById,
    query: ExportQuery,
    answer: raw(sheetTypes.xlsx),
    errors: ['noData'],
    added: true,
  },
})
