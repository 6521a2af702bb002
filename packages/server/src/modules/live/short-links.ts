import { fail, KaimaiError } from '@kaimai/contract/common/error.ts'
import { isReplayOpen, liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { LiveReader, LiveRecord } from './live-reader.service.ts'

export interface ShortLinksDeps {
  readonly lives: Pick<LiveReader, 'findByShortUrl' | 'findByStreamId'>
  readonly clock: Clock
  /** A firm that is suspended has no rooms. */
  readonly isSuspended: (firmId: string) => Promise<boolean>
  /** The key of a viewer's own link that was opened in this browser before; `device`: the hash of its cookie. */
  readonly ownKey: (live: LiveRecord, device: string) => Promise<string | undefined>
  /** Whether a personal link's key opens the live. */
  readonly isKey: (live: LiveRecord, key: string) => Promise<boolean>
  /** The key of who signed up to the live in this browser. */
  readonly heldKey: (live: LiveRecord, device: string) => Promise<string | undefined>
  /** Path of a form that offers the live; empty when there is none. */
  readonly signupPath: (firmId: string, liveId: string) => Promise<string>
  /** Where the custom URL of a form or of a sales page leads; each throws `notFound` or `gone`. */
  readonly pages: readonly ((customUrl: string) => Promise<{ path: string }>)[]
}

const shortPattern = /^[A-Za-z0-9]{4,12}$/

/** The last part of an address or path; what is alone stays as it is. */
const lastPart = (url: string): string => {
  const [path = ''] = url.trim().split(/[?#]/)
  const parts = path.replace(/\/+$/, '').split('/')
  const last = parts.at(-1) ?? ''
  try {
    return decodeURIComponent(last)
  } catch {
    return last
  }
}

/** Where short and custom addresses lead. */
export const createShortLinks = (deps: ShortLinksDeps) => {
  const { lives, clock } = deps

  const find = async (shortUrl: string): Promise<LiveRecord | undefined> => {
    if (!shortPattern.test(shortUrl)) return undefined
    const live = await lives.findByShortUrl(shortUrl)
    return live === undefined || (await deps.isSuspended(live.firmId)) ? undefined : live
  }

  /** Where a live is for who comes now, with the link of one's own if there is one. */
  const pathOf = async (live: LiveRecord, device: string | undefined): Promise<string> => {
    const nowMs = clock.ms()
    const status = liveStatusAt(live, nowMs)
    const isReplay = isReplayOpen(live, nowMs)
    if ((status === 'ended' && !isReplay) || status === 'cancelled') return `/stream/s/${live.shortUrl}/expired`
    const own = device === undefined ? undefined : await deps.ownKey(live, device)
    if (own !== undefined) return `/stream/${live.streamId}/${own}${isReplay ? '/replay' : ''}`
    if (isReplay) return `/stream/${live.streamId}/anonymous/replay`
    const signupPath = live.anonymousAllowed ? '' : await deps.signupPath(live.firmId, live.id)
    return signupPath === '' ? `/stream/${live.streamId}/anonymous` : signupPath
  }

  const ofPages = async (customUrl: string): Promise<string | undefined> => {
    for (const page of deps.pages) {
      try {
        return (await page(customUrl)).path
      } catch (error) {
        if (!(error instanceof KaimaiError)) throw error
      }
    }
    return undefined
  }

  return {
    /** Where /stream/{shortUrl} leads; undefined: no live has it. `device`: the hash of this browser's cookie. */
    lead: async (shortUrl: string, device: string | undefined): Promise<string | undefined> => {
      const live = await find(shortUrl)
      return live && pathOf(live, device)
    },
    /**
     * What a personal link is: of a viewer, or of nobody (any more). Who signed up in this browser has a newer one, which
     * `key` names.
     */
    personal: async (
      streamId: string,
      key: string,
      device: string | undefined,
    ): Promise<'ofViewer' | 'ofNobody' | { readonly key: string }> => {
      const live = await lives.findByStreamId(streamId)
      if (live === undefined || (await deps.isKey(live, key))) return 'ofViewer'
      const held = device === undefined ? undefined : await deps.heldKey(live, device)
      return held === undefined ? 'ofNobody' : { key: held }
    },
    /** The stream id behind a short address. */
    streamIdOf: async (shortUrl: string): Promise<string | undefined> => (await find(shortUrl))?.streamId,
    /**
     * Where a short or custom URL leads, for anybody; a whole address or a path will do. Throws `notFound` for one that
     * is unknown, and for a live that is over and has no replay.
     */
    contrast: async (url: string): Promise<{ path: string }> => {
      const name = lastPart(url)
      const live = (await find(name)) ?? (await lives.findByStreamId(name))
      if (live !== undefined && !(await deps.isSuspended(live.firmId))) {
        const path = await pathOf(live, undefined)
        if (path.endsWith('/expired')) throw fail('notFound')
        return { path }
      }
      const path = await ofPages(name)
      if (path === undefined) throw fail('notFound')
      return { path }
    },
  }
}
export type ShortLinks = ReturnType<typeof createShortLinks>
