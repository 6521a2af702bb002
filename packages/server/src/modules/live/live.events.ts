declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** Published, changed, closed or cancelled; `moved`: it was published and begins at another time. */
    'live.changed': { firmId: string; liveId: string; moved?: true }
  }
}

/** Bus topic: nodes drop what they hold of a live, and rooms notify their viewers. */
export const liveTopic = 'live'
export interface LiveHint {
  readonly liveId: string
  readonly streamId: string
}
