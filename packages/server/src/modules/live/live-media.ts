import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { isPartDue, layOutRuns, type Run, runPlaylist } from '@kaimai/contract/live/past-film.rules.ts'
import { replayPlaylist, timelineOf } from '@kaimai/contract/live/playlist.rules.ts'
import type { SegmentDuration } from '@kaimai/contract/live/playlist.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { FileServer } from '../../platform/files/serve.ts'
import type { PastFilmMedia } from './past-film.service.ts'
import { initName, readSegmentName, segmentName } from './segment-name.ts'
import type { NameScope } from './segment-name.ts'
import { initFile, segmentFile } from '../../platform/media/segment-writer.ts'

/** What decides what a live's viewers may get. */
export type LiveMediaFacts = {
  /** Folder of the packaged video in the file store. */
  readonly videoKey: string
  readonly segments: readonly SegmentDuration[]
  readonly beginAtMs: number
  /** Planned, or when it was closed; undefined: after the last segment. */
  readonly endAtMs?: number | undefined
  /** What plays past the film, oldest choice first; none: nothing. */
  readonly choices?: readonly PastFilmMedia[]
  /** The replay is open from the end of the live until then; undefined: there is none. */
  readonly replayUntilMs?: number | undefined
}

export type LiveMediaPorts = {
  /** `liveId` is what stands in the address. Undefined when there is no such live, or nobody may see it. */
  readonly lookup: (liveId: string) => Promise<LiveMediaFacts | undefined>
  readonly files: FileServer
  readonly clock: Clock
  /** Secret, at least 32 bytes, the same on every node. */
  readonly namesKey: Uint8Array
}

/**
 * Answers GET and HEAD under /media/live/ and /media/replay/ on the bare response, where `path` is the address without
 * its query; false: the path is not ours. What `lookup` and the file store throw is thrown on: unless headers were
 * sent, the caller answers 500.
 */
export type LiveMedia = (request: IncomingMessage, response: ServerResponse, path: string) => boolean | Promise<boolean>

/** How long an answer of `lookup` is trusted: a live that is closed is closed for all within this. */
const factsMs = 1000
/** When `lookup` fails, what it said last goes on for this long: a database's hiccup stops no picture. */
const staleFactsMs = 60_000
const maxLives = 5000
/** A node whose clock is behind the one that listed a segment still serves it. */
const clockToleranceMs = 1000
/** Viewers that lag may fetch what is left after the end. */
const lateMs = 10 * 60_000

const playlistCaching = 'public, max-age=1'
const segmentCaching = 'public, max-age=86400, immutable'

/** What a choice for the time past the film plays lies in a folder of its own: past-0, past-1 … */
const pathPattern =
  /^\/media\/(live|replay)\/([A-Za-z0-9_-]{1,64})\/(?:past-(0|[1-9]\d?)\/)?(?:(index)\.m3u8|([A-Za-z0-9-]{1,12}-[A-Za-z0-9_-]{22})\.(m4s|mp4))$/

type Answer = {
  readonly body: Buffer
  readonly etag: string
  readonly headers: readonly string[]
  readonly untilMs: number
}

type Held = {
  readonly facts: LiveMediaFacts | undefined
  readonly askedAtMs: number
  /** What plays when, by choice; -1: the film. */
  readonly runs: ReadonlyMap<number, Run>
  /** Playlists made from these facts, by the scope and number of what they list. */
  readonly answers: Map<string, Answer>
}

/** What an address names: the film of a live, its replay, or what a choice plays past the film. */
type Asked = {
  readonly scope: NameScope
  readonly liveId: string
  /** -1: the film. */
  readonly choice: number
}

const runsOf = (facts: LiveMediaFacts | undefined): ReadonlyMap<number, Run> => {
  if (!facts) return new Map()
  const { segments, beginAtMs, endAtMs, choices = [] } = facts
  const runs = layOutRuns({ film: segments, beginAtMs, endAtMs, choices })
  return new Map(runs.map((run) => [run.choice, run]))
}

/** What the names of an address are made from: knowing those of the film opens nothing of what comes past it. */
const nameOwner = ({ liveId, choice }: Asked): string => (choice < 0 ? liveId : `${liveId}/past-${choice}`)

/** The folder of what a run plays. */
const keyOf = ({ videoKey, choices }: LiveMediaFacts, choice: number): string => {
  const picture = choices?.[choice]?.picture
  return typeof picture === 'object' ? picture.videoKey : videoKey
}

const safety = ['x-content-type-options', 'nosniff', 'content-security-policy', "default-src 'none'; sandbox"]

const refuse = (response: ServerResponse, status: number, caching: string, ...headers: string[]): true => {
  response.writeHead(status, [...safety, 'cache-control', caching, 'content-length', '0', ...headers]).end()
  return true
}

/** When the room is over: a live that was extended goes on after its last segment, and its list stays. */
const endMsOf = ({ segments, beginAtMs, endAtMs }: LiveMediaFacts): number =>
  endAtMs ?? beginAtMs + timelineOf(segments).totalMs

/** Whether this part of the address is open at all at that moment. */
const isOpen = (scope: NameScope, facts: LiveMediaFacts, nowMs: number): boolean => {
  const endMs = endMsOf(facts)
  if (scope === 'live') return nowMs < endMs + lateMs
  return nowMs >= endMs && facts.replayUntilMs !== undefined && nowMs < facts.replayUntilMs
}

export const liveMedia = ({ lookup, files, clock, namesKey }: LiveMediaPorts): LiveMedia => {
  const lives = new Map<string, Held>()
  const asking = new Map<string, Promise<Held>>()

  const ask = async (liveId: string): Promise<Held> => {
    const before = lives.get(liveId)
    const askedAtMs = clock.ms()
    let held: Held
    try {
      const facts = await lookup(liveId)
      held = { facts, askedAtMs, runs: runsOf(facts), answers: new Map() }
    } catch (error) {
      if (!before || askedAtMs - before.askedAtMs > staleFactsMs) throw error
      return before
    }
    lives.delete(liveId)
    lives.set(liveId, held)
    const [oldest] = lives.keys()
    if (lives.size > maxLives && oldest !== undefined) lives.delete(oldest)
    return held
  }

  /** Many ask at once: one of them asks the database. */
  const askOnce = (liveId: string): Promise<Held> => {
    const underWay = asking.get(liveId)
    if (underWay) return underWay
    const started = ask(liveId).finally(() => asking.delete(liveId))
    asking.set(liveId, started)
    return started
  }

  const playlistOf = (
    asked: Asked,
    facts: LiveMediaFacts,
    run: Run,
    nowMs: number,
  ): { text: string; untilMs: number } | undefined => {
    const owner = nameOwner(asked)
    const uris = {
      initUri: `${initName(namesKey, asked.scope, owner)}.mp4`,
      segmentUri: (n: number) => `${segmentName(namesKey, asked.scope, owner, n)}.m4s`,
    }
    if (asked.scope === 'replay') {
      const text = replayPlaylist({ segments: facts.segments, ...uris })
      return text === undefined ? undefined : { text, untilMs: Infinity }
    }
    const list = runPlaylist(run, { endAtMs: facts.endAtMs, ...uris, nowMs })
    return list && { text: list.text, untilMs: list.sameUntilMs }
  }

  const answerOf = (asked: Asked, held: Held, nowMs: number): Answer | undefined => {
    const run = held.runs.get(asked.choice)
    if (!held.facts || !run || !isOpen(asked.scope, held.facts, nowMs)) return undefined
    const name = `${asked.scope} ${asked.choice}`
    const known = held.answers.get(name)
    if (known && nowMs < known.untilMs) return known
    const playlist = playlistOf(asked, held.facts, run, nowMs)
    if (!playlist) return undefined
    const body = Buffer.from(playlist.text)
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const headers = [...safety, 'cache-control', playlistCaching, 'etag', etag]
    const answer: Answer = {
      body,
      etag,
      headers: [...headers, 'content-type', 'application/vnd.apple.mpegurl', 'content-length', String(body.length)],
      untilMs: playlist.untilMs,
    }
    held.answers.set(name, answer)
    return answer
  }

  const sendPlaylist = (request: IncomingMessage, response: ServerResponse, asked: Asked, held: Held): true => {
    const answer = answerOf(asked, held, clock.ms())
    if (!answer) return refuse(response, 404, playlistCaching)
    const before = request.headers['if-none-match']
    if (before !== undefined && before.includes(answer.etag))
      response.writeHead(304, ['cache-control', playlistCaching, 'etag', answer.etag]).end()
    else response.writeHead(200, [...answer.headers]).end(request.method === 'HEAD' ? undefined : answer.body)
    return true
  }

  const sendSegment = async (
    request: IncomingMessage,
    response: ServerResponse,
    file: Asked & { readonly name: string; readonly ending: string },
    held: Held,
  ): Promise<true> => {
    const { scope, choice, name, ending } = file
    const { facts } = held
    const nowMs = clock.ms()
    const run = held.runs.get(choice)
    const part = readSegmentName(namesKey, scope, nameOwner(file), name)
    if (part === undefined || (part === 'init') !== (ending === 'mp4')) return refuse(response, 404, 'no-store')
    if (!facts || !run || !isOpen(scope, facts, nowMs)) return refuse(response, 404, 'no-store')
    const due =
      scope === 'replay'
        ? part === 'init' || part < facts.segments.length
        : isPartDue(run, part === 'init' ? run.firstPart : part, facts.endAtMs, nowMs + clockToleranceMs)
    const served =
      due &&
      (await files.serve(request, response, {
        key: `${keyOf(facts, choice)}/${part === 'init' ? initFile : segmentFile(part)}`,
        contentType: 'video/mp4',
        cacheControl: segmentCaching,
        immutable: true,
      }))
    return served ? true : refuse(response, 404, 'no-store')
  }

  return (request, response, path) => {
    if (!path.startsWith('/media/live/') && !path.startsWith('/media/replay/')) return false
    const [, scope, liveId, past, index, name, ending] = pathPattern.exec(path) ?? []
    if ((scope !== 'live' && scope !== 'replay') || liveId === undefined) return refuse(response, 404, 'no-store')
    // The replay is the film alone.
    if (scope === 'replay' && past !== undefined) return refuse(response, 404, 'no-store')
    const asked: Asked = { scope, liveId, choice: past === undefined ? -1 : Number(past) }
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(response, 405, 'no-store', 'allow', 'GET, HEAD')
    const answer = (held: Held): true | Promise<true> =>
      index === undefined
        ? sendSegment(request, response, { ...asked, name: name ?? '', ending: ending ?? '' }, held)
        : sendPlaylist(request, response, asked, held)
    const held = lives.get(liveId)
    const ageMs = held ? clock.ms() - held.askedAtMs : Infinity
    if (held && ageMs >= 0 && ageMs < factsMs) return answer(held)
    return askOnce(liveId).then(answer)
  }
}
