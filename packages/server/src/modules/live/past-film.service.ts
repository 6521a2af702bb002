import { fail } from '@kaimai/contract/common/error.ts'
import { common } from '@kaimai/contract/common/error-text.ts'
import { liveErrors } from '@kaimai/contract/live/live.errors.ts'
import {
  layOutRuns,
  maxPastFilmChoices,
  type PastFilmChoice,
  pastFilmLeadMs,
} from '@kaimai/contract/live/past-film.rules.ts'
import type { PastFilm, PastFilmBody } from '@kaimai/contract/live/past-film.schema.ts'
import type { Difference } from '../../platform/audit/changes.ts'
import type { VideoMedia, VideoService } from '../video/video.service.ts'
import type { LiveHead, LiveRecord } from './live.record.ts'
import type { PastFilmRow } from './live.tables.ts'

type Videos = Pick<VideoService, 'summaries' | 'media'>

/** What a live plays past its film, with the recordings that it needs. */
export type PastFilmMedia = PastFilmChoice<'word' | 'again' | VideoMedia>

/** The recordings that are there and ready, by id. A deleted one is not, whatever was packaged of it. */
const readyMedia = async (
  videos: Videos,
  firmId: string,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, VideoMedia>> => {
  const wanted = [...new Set(ids.flatMap((id) => id ?? []))]
  if (wanted.length === 0) return new Map()
  const ready = (await videos.summaries(firmId, wanted)).filter(({ state, removed }) => state === 'ready' && !removed)
  const media = await Promise.all(ready.map(async ({ id }) => [id, await videos.media(firmId, id)] as const))
  return new Map(media.flatMap(([id, found]) => (found ? [[id, found] as const] : [])))
}

/** A recording that isn't ready any more falls back to the word. */
export const pastFilmMedia = async (
  videos: Videos,
  { firmId, pastFilm }: Pick<LiveRecord, 'firmId' | 'pastFilm'>,
): Promise<readonly PastFilmMedia[]> => {
  const media = await readyMedia(
    videos,
    firmId,
    pastFilm.map(({ videoId }) => videoId),
  )
  return pastFilm.map(({ fromMs, kind, videoId }) => ({
    fromMs,
    picture: kind === 'video' ? (media.get(videoId ?? '') ?? 'word') : kind,
  }))
}

/** The address of the list that plays a choice; -1: the film. */
const playlistOf = (streamId: string, choice: number): string =>
  choice < 0 ? `/media/live/${streamId}/index.m3u8` : `/media/live/${streamId}/past-${choice}/index.m3u8`

/** What players need of it; undefined while nobody has chosen anything. */
export const pastFilmOf = async (
  videos: Videos,
  live: Pick<LiveRecord, 'firmId' | 'streamId' | 'videoId' | 'pastFilm' | 'beginAtMs' | 'endAtMs'>,
): Promise<PastFilm | undefined> => {
  const { firmId, streamId, videoId, pastFilm, beginAtMs, endAtMs } = live
  const newest = pastFilm.at(-1)
  if (!newest) return undefined
  const film = videoId === null ? undefined : await videos.media(firmId, videoId)
  const runs = film
    ? layOutRuns({ film: film.segments, beginAtMs, endAtMs, choices: await pastFilmMedia(videos, live) })
    : []
  return {
    text: newest.text,
    runs: runs.map(({ choice, startMs, untilMs }) => ({
      fromMs: startMs,
      untilMs: untilMs ?? null,
      url: playlistOf(streamId, choice),
    })),
  }
}

/** Checks a choice, and says how long after this moment it may be in force. */
export const preparePastFilm = async (
  videos: Videos,
  row: Pick<LiveHead, 'firmId' | 'platformType' | 'videoId' | 'pastFilm' | 'rehearsalOf'>,
  { kind, videoId }: PastFilmBody,
): Promise<number> => {
  if (row.rehearsalOf !== null) throw fail('conflict', { reason: liveErrors.pastFilmInRehearsal })
  if (row.platformType !== 'video' && kind !== 'word')
    throw fail('invalid', { fields: { kind: liveErrors.pastFilmWordOnly } })
  if (row.pastFilm.length >= maxPastFilmChoices)
    throw fail('invalid', { fields: { kind: liveErrors.pastFilmTooOften } })
  if (kind === 'video' && videoId === null) throw fail('invalid', { fields: { videoId: common.required } })
  const ids = [row.videoId, ...row.pastFilm.map((each) => each.videoId), kind === 'video' ? videoId : null]
  const media = await readyMedia(videos, row.firmId, ids)
  if (kind === 'video' && !media.has(videoId ?? ''))
    throw fail('invalid', { fields: { videoId: liveErrors.pastFilmNotReady } })
  return pastFilmLeadMs([...media.values()].map(({ segments }) => segments))
}

/**
 * The choices with a new one. The same picture again only takes new words, so that what runs is not begun anew; the same
 * recording with the same words is asked for once more.
 */
export const withChoice = (
  before: readonly PastFilmRow[],
  { kind, text, videoId: asked }: PastFilmBody,
  earliestMs: number,
): readonly PastFilmRow[] => {
  const last = before.at(-1)
  const videoId = kind === 'video' ? asked : null
  const isSame = last?.kind === kind && last.videoId === videoId
  if (last && isSame && last.text !== text) return [...before.slice(0, -1), { ...last, text }]
  if (isSame && kind !== 'video') return before
  return [...before, { kind, videoId, text, fromMs: Math.max(earliestMs, last?.fromMs ?? 0) }]
}

/** The log names what is seen, not from when on; a word is no picture. */
const pastFilmWord = (choice: PastFilmRow | undefined): string =>
  choice?.kind === 'video' ? (choice.videoId ?? '') : choice?.kind === 'again' ? 'pastAgain' : ''

/** What a choice changed, for the log of the firm. */
export const pastFilmChange = (
  before: readonly PastFilmRow[],
  after: readonly PastFilmRow[] | undefined,
): Readonly<Record<string, Difference>> => {
  if (after === undefined || after === before) return {}
  const [last, next] = [before.at(-1), after.at(-1)]
  const isOther = last?.fromMs !== next?.fromMs
  return {
    ...(isOther && { pastFilm: { before: pastFilmWord(last), after: pastFilmWord(next) } }),
    ...(last?.text !== next?.text && { text: { before: last?.text ?? '', after: next?.text ?? '' } }),
  }
}
