declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** Published, moved, closed or cancelled. */
    'live.changed': { firmId: string; liveId: string }
  }
}

/** Bus topic: nodes drop what they hold of a live, and rooms notify their viewers. */
export const liveTopic = 'live'
export interface LiveHint {
  readonly liveId: string
  readonly streamId: string
}
