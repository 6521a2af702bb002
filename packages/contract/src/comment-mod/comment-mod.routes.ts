import { z } from 'zod'
import { firm } from '../common/access.ts'
import { ById, Id, Line, Nothing } from '../common/fields.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { because, common } from '../common/reason.ts'
import { defineRoutes } from '../common/route.ts'
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

export const CommentModBody = z.object({
  commentModName: Line(80),
  videoId: Id,
  commentModList: z.array(ScriptedComment).max(5000),
})

export const CommentMod = z.object({
  id: Id,
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
})

export const commentModRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/comment_mod',
    summary: 'Comment groups of the firm; `videoId` keeps those of one video.',
    access: firm('stream'),
    query: ListQuery.extend({ videoId: Id.optional() }),
    answer: pageOf(CommentModRow),
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
    summary: 'Changes a comment group; the list is replaced whole.',
    access: firm('stream'),
    params: ById,
    body: CommentModBody,
    answer: CommentMod,
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
})
