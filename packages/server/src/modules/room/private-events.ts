/** Events that are not for all, and whom they are for beside the staff; empty: nobody. */
export interface PrivateEvent {
  readonly only: string
  readonly json: string
  /** Said by somebody who is muted: no less an event of the room for the staff. */
  readonly isMuted?: true
}

/** That somebody was muted or is heard again: for all but that one. */
export interface MuteNotice {
  readonly userId: string
  readonly json: string
}

const none: readonly never[] = []

/** What a room tells some and not all, until its next step sends it. */
export const createPrivateEvents = () => {
  let events: PrivateEvent[] = []
  let muting: MuteNotice[] = []
  return {
    add: (event: PrivateEvent): void => void events.push(event),
    addMuting: (notice: MuteNotice): void => void muting.push(notice),
    clear: (): void => {
      events = []
    },
    take: (): readonly PrivateEvent[] => {
      if (events.length === 0) return none
      const taken = events
      events = []
      return taken
    },
    takeMuting: (): readonly MuteNotice[] => {
      if (muting.length === 0) return none
      const taken = muting
      muting = []
      return taken
    },
  }
}
