import '../../platform/events/events.ts'

declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** Staff sends a partner one of its links. `causeId`: of this time, another one each time. */
    'association.linkSent': { firmId: string; associationId: string; causeId: string }
  }
}
