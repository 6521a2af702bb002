declare module '../../platform/events/events.ts' {
  interface EventMap {
    /** `liveIds`: the sessions this sign-up added; `again`: a known person asked from elsewhere, only the letter goes. */
    'signup.made': {
      firmId: string
      signupUserId: string
      liveIds: string[]
      again: boolean
      /** Staff sends the links once more: each sending has a name of its own, so that it is a letter of its own. */
      sending?: string
    }
  }
}

export const signupMade = 'signup.made'
