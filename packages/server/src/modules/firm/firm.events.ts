declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** The firm takes real payments from now on: what was ordered in its test mode goes. */
    'firm.testEnded': { firmId: string }
  }
}

/** The name of the event, for who emits and who hears it. */
export const testEnded = 'firm.testEnded'
