/** letterTemplateType, a number (letters.md). */
export const letterTypes = {
  signupNotice: 1,
  signupComplete: 2,
  liveNotice: 3,
  liveBegins: 4,
  orderNotice: 5,
  paidNotice: 6,
  associationNotice: 7,
  associationUrlChanged: 8,
  associationPassword: 9,
  freeText: 10,
  /** Ours: the code by which somebody gets to the own sign-up in another browser. */
  signupCode: 11,
} as const
export type LetterType = (typeof letterTypes)[keyof typeof letterTypes]

/** Variables a letter may hold, by type. */
export const letterVariables = [
  'name',
  'firmName',
  'sessionTitle',
  'liveBeginAt',
  'liveUrl',
  'orderNo',
  'orderTotal',
  'orderUrl',
  /** What is still to be done to pay it. */
  'paymentNote',
  'code',
] as const
export type LetterVariable = (typeof letterVariables)[number]

const place = /\{\{\s*(\w+)\s*\}\}/g

/** Variables in a text that no letter knows: an error before sending, never a gap after. */
export const unknownVariables = (text: string): string[] =>
  [...text.matchAll(place)]
    .map((match) => match[1] ?? '')
    .filter((name) => !(letterVariables as readonly string[]).includes(name))

/** Puts the values in; a known variable without a value throws, for a letter with a gap must not leave. */
export const fillLetter = (text: string, values: Readonly<Partial<Record<LetterVariable, string>>>): string =>
  text.replace(place, (_, name: string) => {
    const value = values[name as LetterVariable]
    if (value === undefined) throw new Error(`letter variable without a value: ${name}`)
    return value
  })

/** Per recipient. */
export const recipientStates = [
  'queued',
  'handing',
  'sent',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'failed',
  'skipped',
  'unknown',
] as const
export type RecipientState = (typeof recipientStates)[number]
