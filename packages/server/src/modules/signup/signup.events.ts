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
      /** Staff has added the person: nothing goes that costs points. */
      byStaff?: true
    }
    /** Nothing was heard of who holds this seat of a full form: asked whether to keep it. */
    'signup.seatAsked': { firmId: string; signupUserId: string; liveId: string }
    /** Somebody asked for a code to get to a sign-up in another browser; whether there is one is looked up now. */
    'signup.codeAsked': { firmId: string; codeId: string }
  }
}

export const signupMade = 'signup.made'
export const seatAsked = 'signup.seatAsked'
export const codeAsked = 'signup.codeAsked'
