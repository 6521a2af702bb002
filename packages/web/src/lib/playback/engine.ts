/** What brings the media into the video element, and knows which moment of the live it shows. */
export type Engine = {
  /** Epoch milliseconds of what the video shows now; undefined until it is known. */
  readonly dateMs: () => number | undefined
  /** Goes to a moment of the live. False when it is not within reach, as far as the playlist says that came last. */
  readonly seekToDate: (dateMs: number) => boolean
  /** Stops loading while nobody looks. */
  readonly rest: () => void
  readonly close: () => void
}

export type EngineEvents = {
  /** An error that the engine can't repair itself: open it anew after a while. */
  readonly onFailure: () => void
}

/** Neither hls.js nor the browser itself can play HLS here. */
export class UnsupportedBrowser extends Error {
  override readonly name = 'UnsupportedBrowser'
}

/** Opens the media at an address so that it starts at the moment that `startDateMs` gives when asked. */
export type OpenLive = (
  video: HTMLVideoElement,
  url: string,
  startDateMs: () => number,
  events: EngineEvents,
) => Promise<Engine>

/** The whole of a recording, from its start and free to seek in. */
export type OpenReplay = (video: HTMLVideoElement, url: string, events: EngineEvents) => Promise<{ close: () => void }>
