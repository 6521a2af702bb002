import '../../platform/events/events.ts'

declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** `causeId`: of this invitation, another one each time. */
    'partner.invited': { firmId: string; partnerId: string; causeId: string }
    /** Somebody asked for a new password, by an address that is the partner's or not. */
    'partner.passwordForgotten': { partnerId: string; emailHash: string; causeId: string }
  }
}
