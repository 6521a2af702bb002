/** What happened to a person, as the timeline shows it. */
export const signupUserEventKinds = [
  'signedUp',
  'imported',
  'added',
  'seatAdded',
  'moved',
  'edited',
  'noticesStopped',
  'noticesResumed',
  'linkSent',
  /** Let into another browser by a code. */
  'codeUsed',
  'flagCleared',
  'letter',
  'came',
  'ordered',
  'erased',
] as const
export type SignupUserEventKind = (typeof signupUserEventKinds)[number]

/** What may be edited of a person; the timeline names those that were. */
export const signupUserFields = ['name', 'phone', 'email', 'county'] as const
export type SignupUserField = (typeof signupUserFields)[number]

/** How somebody came to be on a form: by themselves, by a file, or entered by a member of the firm. */
export const signupUserSources = ['form', 'import', 'staff'] as const
export type SignupUserSource = (typeof signupUserSources)[number]
