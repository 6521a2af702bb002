import { z } from 'zod'
import { firm } from '../common/access.ts'
import { ById, Id, Image, Line, Nothing } from '../common/fields.ts'
import { ListQuery, pageOf } from '../common/page.ts'
import { pictureBodyLimit } from '../common/picture-file.rules.ts'
import { defineRoutes } from '../common/route.ts'
import { Instant } from '../common/time.ts'
import { liveStatuses } from '../live/live.rules.ts'
import { Fingerprint } from './fingerprint.rules.ts'
import { videoStates } from './video.states.ts'
import { chunkBytes, filmEndings, uploadLimits } from './video.rules.ts'

export const Video = z.object({
  id: Id,
  /** Of its upload, chosen by the browser that began it. */
  uploadId: Id,
  name: z.string(),
  state: z.enum(videoStates),
  /** Why it failed, or what to know of one that is ready, in the caller's language; empty when there is nothing. */
  problem: z.string(),
  /** Of packaging, 0–100. */
  progress: z.number(),
  durationMs: z.number().int().nullable(),
  /** Bytes of the upload. */
  size: z.number().int(),
  /** Of an upload that is not finished: bytes the server holds. 0 otherwise. */
  heldBytes: z.number().int(),
  /** When an upload that is not finished goes by itself; null otherwise. */
  sweptAt: Instant.nullable(),
  /** It failed, what was uploaded is still there, and packaging it again may help. */
  mayRetry: z.boolean(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  thumbnailUrl: z.string(),
  /** A VOD playlist for members; empty until ready. */
  previewUrl: z.string(),
  createdAt: Instant,
})
export type Video = z.output<typeof Video>

/** What there is of a film's waveform; `none`: there is no ffmpeg here, or it could not read the sound. */
export const Waveform = z.object({
  state: z.enum(['ready', 'making', 'silent', 'none']),
  /** Of a file of peaks (waveform.rules.ts); empty unless ready. */
  url: z.string(),
})
export type Waveform = z.output<typeof Waveform>

/** The text parts of one chunk (spec section 7, POST /video); the file parts are `file` and, on the last, `thumbnail`. */
export const VideoChunk = z.object({
  firmId: Id,
  /** Chosen by the browser, one per upload. */
  uuid: z.guid(),
  chunk: z.coerce.number().int().min(0),
  offset: z.coerce.number().int().min(0),
  /** Bytes of the whole file. */
  size: z.coerce.number().int().min(1).max(uploadLimits.fileBytes),
  name: Line(200),
  type: z.enum(filmEndings),
  finished: z.enum(['true', 'false']).transform((value) => value === 'true'),
  /** Seconds, as the browser read them. */
  duration: z.coerce
    .number()
    .min(0)
    .max(86_400 * 2),
  /** What the file is known by again on another device. */
  fingerprint: Fingerprint.or(z.literal('')).default(''),
})

/** Columns a list of videos may be sorted by. */
export const videoSorts = ['createdAt', 'name', 'durationMs', 'size'] as const

/** Where a video is used; lists hold the newest 50. */
export const VideoUses = z.object({
  lives: z.array(z.object({ id: Id, name: z.string(), status: z.enum(liveStatuses), beginAt: Instant })),
  signups: z.array(z.object({ id: Id, name: z.string(), pageType: z.string() })),
  commentMods: z.array(z.object({ id: Id, name: z.string(), comments: z.number().int() })),
})
export type VideoUses = z.output<typeof VideoUses>

export const videoRoutes = defineRoutes('console', {
  list: {
    method: 'GET',
    path: '/video',
    summary: 'Videos of the firm, newest first; `sort` is createdAt, name, durationMs or size.',
    access: firm('stream'),
    query: ListQuery.extend({ state: z.enum(videoStates).optional() }),
    answer: pageOf(Video),
  },
  counts: {
    method: 'GET',
    path: '/video/counts',
    summary: 'How many videos are in which state (of those `q` finds), and how much of its space the firm uses.',
    access: firm('stream'),
    query: ListQuery.pick({ q: true }),
    answer: z.object({
      all: z.number().int(),
      states: z.record(z.enum(videoStates), z.number().int()),
      /** Bytes of all videos of the firm, unfinished uploads whole. */
      usedBytes: z.number().int(),
      firmBytes: z.number().int(),
    }),
    added: true,
  },
  uploadChunk: {
    method: 'POST',
    path: '/video',
    summary:
      'One chunk of an upload; the same chunk at the same offset may come again. The last carries finished=true and the thumbnail.',
    access: firm('stream'),
    body: VideoChunk,
    files: ['file', 'thumbnail'],
    bodyLimit: chunkBytes + uploadLimits.thumbnailBytes + 64 * 1024,
    answer: z.object({ result: z.enum(['Success', 'error']), videoId: Id.optional() }),
    errors: ['gone', 'tooLarge', 'conflict', 'noData'],
  },
  uploaded: {
    method: 'GET',
    path: '/video/uploaded',
    summary: 'Which chunks of an upload the server holds, so that an interrupted one goes on from there.',
    access: firm('stream'),
    query: z.object({ uuid: z.guid() }),
    answer: z.object({ chunks: z.array(z.number().int()), finished: z.boolean() }),
    added: true,
  },
  known: {
    method: 'GET',
    path: '/video/known',
    summary: 'What the firm has of a file already: an upload to go on with, and videos made of the same file.',
    access: firm('stream', 'write'),
    query: z.object({ fingerprint: Fingerprint, size: z.coerce.number().int().min(1) }),
    answer: z.object({
      /** The newest unfinished upload of this file. */
      unfinished: z.object({ uuid: z.guid(), heldBytes: z.number().int() }).nullable(),
      /** The newest that was uploaded whole; failed ones are left out. */
      twin: z.object({ id: Id, name: z.string(), createdAt: Instant }).nullable(),
      /** Whether films that can't be copied as they are can be encoded here; else they are refused. */
      encodes: z.boolean(),
    }),
    added: true,
  },
  show: {
    method: 'GET',
    path: '/video/:id',
    summary: 'One video.',
    access: firm('stream'),
    params: ById,
    answer: Video,
    added: true,
  },
  change: {
    method: 'PUT',
    path: '/video/:id',
    summary: 'Renames a video.',
    access: firm('stream'),
    params: ById,
    body: z.object({ name: Line(200) }),
    answer: Video,
  },
  remove: {
    method: 'DELETE',
    path: '/video/:id',
    summary: 'Deletes a video and its files; refused while a live to come uses it.',
    access: firm('stream'),
    params: ById,
    answer: Nothing,
    errors: ['conflict'],
  },
  uses: {
    method: 'GET',
    path: '/video/:id/uses',
    summary: 'The lives, sign-up forms and comment groups that use a video.',
    access: firm('stream'),
    params: ById,
    answer: VideoUses,
    added: true,
  },
  waveform: {
    method: 'GET',
    path: '/video/:id/waveform',
    summary:
      'Where the waveform of a video is: peaks as bytes, 20 a second. One that isn’t there yet is made by a job that this asks for.',
    access: firm('stream'),
    params: ById,
    answer: Waveform,
    added: true,
  },
  changeThumbnail: {
    method: 'PUT',
    path: '/video/:id/thumbnail',
    summary: 'Another picture for a video: a frame of it, or a picture file.',
    access: firm('stream'),
    params: ById,
    body: z.object({}),
    files: ['picture'],
    bodyLimit: pictureBodyLimit,
    answer: Video,
    errors: ['noData', 'tooLarge'],
    added: true,
  },
  packageAgain: {
    method: 'POST',
    path: '/video/:id/package_again',
    summary: 'Packages a video anew that has failed, from what was uploaded.',
    access: firm('stream'),
    params: ById,
    answer: Video,
    errors: ['noData', 'conflict'],
    added: true,
  },
  uploadImage: {
    method: 'POST',
    path: '/video/upload_img_test',
    summary: 'Uploads an image for editors; it is re-encoded and swept after a day unless move_img keeps it.',
    access: firm(),
    body: z.object({ name: Line(200) }),
    files: ['file'],
    bodyLimit: pictureBodyLimit,
    answer: Image,
    errors: ['tooLarge'],
  },
  keepImage: {
    method: 'GET',
    path: '/move_img',
    summary: 'Makes a just-uploaded image permanent and answers its URL.',
    access: firm(undefined, 'write'),
    query: z.object({ url: z.string().max(300) }),
    answer: Image,
    errors: ['noData'],
  },
})
