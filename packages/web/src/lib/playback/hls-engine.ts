import type Hls from 'hls.js'
import type { Fragment, HlsConfig, RetryConfig } from 'hls.js'
import type { Engine, EngineEvents, OpenLive, OpenReplay } from './engine.ts'

/**
 * Whether something lost is asked for again. To hls.js a connection that breaks while the browser believes to be online
 * is final: on a phone between two masts it is the usual case.
 */
export const isAskedAgain = (
  retry: Pick<RetryConfig, 'maxNumRetry'> | null | undefined,
  tries: number,
  answer: { readonly code?: number | undefined } | undefined,
  hlsWould: boolean,
): boolean => hlsWould || ((answer?.code ?? 0) === 0 && tries < (retry?.maxNumRetry ?? 0))

const askAgain: NonNullable<RetryConfig['shouldRetry']> = (retry, tries, _isTimeout, answer, hlsWould) =>
  isAskedAgain(retry, tries, answer, hlsWould)

/** The engine waits a minute for a lost network, while what is loaded plays on; the picture is not taken away. */
const patient = {
  default: {
    maxTimeToFirstByteMs: 5000,
    maxLoadTimeMs: 20_000,
    timeoutRetry: { maxNumRetry: 30, retryDelayMs: 250, maxRetryDelayMs: 2000 },
    errorRetry: { maxNumRetry: 30, retryDelayMs: 500, maxRetryDelayMs: 2000, shouldRetry: askAgain },
  },
}

const shared: Partial<HlsConfig> = {
  // A worker would start from a blob, which our pages don't allow; fragmented MP4 needs no work there.
  enableWorker: false,
  lowLatencyMode: false,
  backBufferLength: 10,
  playlistLoadPolicy: patient,
  fragLoadPolicy: patient,
}

/** hls.js keeps its own idea of where a live should stand: taken out of its hands, as we know better. */
const live: Partial<HlsConfig> = {
  ...shared,
  // Playback starts where we say, once the playlist shows where that is.
  autoStartLoad: false,
  maxLiveSyncPlaybackRate: 1,
  // Used only when playback falls out of the window: about as far from its end as the present moment is.
  liveSyncDuration: 6,
  liveMaxLatencyDuration: Infinity,
  liveDurationInfinity: true,
  // All there is ahead is less than this.
  maxBufferLength: 20,
}

const replay: Partial<HlsConfig> = { ...shared, maxBufferLength: 30 }

/** Media errors that may be repaired in place, before all is opened anew: one within this. */
const repairEveryMs = 10_000

const watchErrors = (hls: Hls, Class: typeof Hls, { onFailure }: EngineEvents): void => {
  let repairedAt = -Infinity
  hls.on(Class.Events.ERROR, (_event, data) => {
    if (!data.fatal) return
    if (data.type === Class.ErrorTypes.MEDIA_ERROR && performance.now() - repairedAt > repairEveryMs) {
      repairedAt = performance.now()
      hls.recoverMediaError()
      return
    }
    onFailure()
  })
}

/** Where a fragment of the playlist ties media time (seconds) to the date (epoch ms): date = time × 1000 + this. */
const originOf = (fragment: Fragment | undefined): number | undefined =>
  fragment?.programDateTime == null ? undefined : fragment.programDateTime - fragment.start * 1000

export const hlsLive =
  (Class: typeof Hls): OpenLive =>
  async (video, url, startDateMs, events) => {
    const hls = new Class(live)
    const fragments = (): readonly Fragment[] => hls.latestLevelDetails?.fragments ?? []
    /** Of the fragment that holds this time, or of the nearest one. */
    const originAt = (timeS: number): number | undefined => {
      const all = fragments()
      return originOf(all.findLast((fragment) => fragment.start <= timeS) ?? all[0])
    }
    /** Media time of a date, by the fragment that holds it. */
    const timeOf = (dateMs: number): number | undefined => {
      const all = fragments()
      const origin = originOf(all.findLast((fragment) => (fragment.programDateTime ?? Infinity) <= dateMs) ?? all[0])
      return origin === undefined ? undefined : (dateMs - origin) / 1000
    }
    watchErrors(hls, Class, events)
    hls.once(Class.Events.LEVEL_UPDATED, () => hls.startLoad(Math.max(0, timeOf(startDateMs()) ?? 0)))
    hls.attachMedia(video)
    hls.loadSource(url)
    const engine: Engine = {
      dateMs: () => {
        const origin = originAt(video.currentTime)
        return origin === undefined || video.readyState === 0 ? undefined : video.currentTime * 1000 + origin
      },
      seekToDate: (dateMs) => {
        const timeS = timeOf(dateMs)
        const first = fragments()[0]
        const last = fragments().at(-1)
        if (timeS === undefined || !first || !last || timeS < first.start || timeS > last.end) return false
        video.currentTime = timeS
        return true
      },
      rest: () => hls.stopLoad(),
      close: () => hls.destroy(),
    }
    return engine
  }

export const hlsReplay =
  (Class: typeof Hls): OpenReplay =>
  async (video, url, events) => {
    const hls = new Class(replay)
    watchErrors(hls, Class, events)
    hls.attachMedia(video)
    hls.loadSource(url)
    return { close: () => hls.destroy() }
  }
