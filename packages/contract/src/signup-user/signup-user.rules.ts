/** What happened to a person, as the timeline shows it. */
export const signupUserEventKinds = [
  'signedUp',
  'imported',
  'seatAdded',
  'moved',
  'edited',
  'noticesStopped',
  'noticesResumed',
  'linkSent',
  'flagCleared',
  'letter',
  'came',
  'ordered',
] as const
export type SignupUserEventKind = (typeof signupUserEventKinds)[number]

/** What may be edited of a person; the timeline names those that were. */
export const signupUserFields = ['name', 'phone', 'email', 'county'] as const
export type SignupUserField = (typeof signupUserFields)[number]
