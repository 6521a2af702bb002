declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** `liveIds`: the sessions this sign-up added; `again`: a known person asked from elsewhere, only the letter goes. */
    'signup.made': { firmId: string; signupUserId: string; liveIds: string[]; again: boolean }
  }
}

export const signupMade = 'signup.made'
