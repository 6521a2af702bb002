import type { Language } from '@kaimai/contract/common/language.ts'
import { letterTime } from '@kaimai/contract/letter/letter-time.rules.ts'
import { addressOfSignup, letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { codeMinutes, showCode } from '@kaimai/contract/signup/signup-code.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Limits } from '../../platform/rate-limits/limits.ts'
import type { LetterToPerson } from '../letter/letter-kind.service.ts'
import type { LetterService } from '../letter/letter.service.ts'
import type { AutomaticLettersService } from '../letter-template/automatic-letters.service.ts'
import type { LetterTexts } from './form-check.ts'
import type { SessionOfLetter, SignupLetterFacts } from './signup-letter-facts.ts'
import { keepSeatText, liveMovedText, signupCodeText, signupCompleteText } from './signup-letter-texts.ts'
import type { SignupCodes } from './signup-code.service.ts'
import type { SignupStore } from './signup.store.ts'
import '../live/live.events.ts'
import './signup.events.ts'

export interface SignupLettersDeps {
  readonly letters: Pick<LetterService, 'follow' | 'keysSince'>
  readonly facts: SignupLetterFacts
  readonly person: SignupStore['person']
  readonly codes: Pick<SignupCodes, 'letterOf' | 'make'>
  /** Where the holder of a seat keeps it. */
  readonly keepPlaceUrl: (seat: { firmId: string; signupUserId: string; liveId: string }) => Promise<string>
  readonly contentsOf: LetterTexts['contentsOf']
  readonly automatic: Pick<AutomaticLettersService, 'textOf'>
  readonly limits: Pick<Limits, 'take'>
  readonly clock: Clock
}

/** How often the letter with a link may be sent again to one person. */
const againEveryMs = 3600_000
const dayMs = 24 * 3600_000
/** Sign-ups that write to one address which somebody else of the form has: anybody can name it, each time with another phone. */
const sharedADay = { limit: 10, windowMs: dayMs } as const
/** Moves of one session whose letters go to everybody at once; those beyond count as any letter to a new address does. */
const movesADay = { limit: 5, windowMs: dayMs } as const
/** Letters with a code to one address: anybody who knows a phone can ask for one. */
const codesADay = { limit: 12, windowMs: dayMs } as const

export const sessionVariables = ['sessionTitle', 'liveBeginAt', 'liveUrl'] as const

/** A letter about a session, with its calendar entry: the same for all who get it since the session was last moved. */
export const aboutSession = (
  session: SessionOfLetter,
  person: { readonly name: string; readonly email: string; readonly language: Language; readonly timeZone: string },
  key: string,
): LetterToPerson => {
  const { liveId, sequence, beginAtMs, endAtMs } = session
  const { name, email: to, language } = person
  return {
    key,
    name,
    to,
    language,
    values: {
      sessionTitle: session.title,
      liveBeginAt: letterTime(beginAtMs, person.timeZone, language),
      // Epoch ms, for what counts down to it.
      liveBeginAtMs: String(beginAtMs),
      liveUrl: session.url,
    },
    audience: { kind: 'session', liveId, sequence },
    calendar: { uid: `${liveId}@kaimai`, sequence, beginAtMs, endAtMs },
  }
}

/** Of the confirmation of one seat. */
export const completeKey = (signupUserId: string, liveId: string): string => `signup:${signupUserId}:${liveId}`
/** Of the letter about a move, by what it raised SEQUENCE to. */
export const movedKey = (signupUserId: string, liveId: string, sequence: number): string =>
  `moved:${signupUserId}:${liveId}:${sequence}`
/** Of the letters about the last five moves before that one. */
export const earlierMoves = (signupUserId: string, liveId: string, sequence: number): string[] =>
  Array.from({ length: Math.min(sequence - 1, 5) }, (_, back) => movedKey(signupUserId, liveId, sequence - 1 - back))
/** Of the letter that asks whether to keep a seat. */
export const keepPlaceKey = (signupUserId: string, liveId: string, beginAtMs: number): string =>
  `keep-place:${signupUserId}:${liveId}:${beginAtMs}`

/** The letters that follow from sign-ups, and from sessions that people signed up for. */
export const defineSignupLetters = (deps: SignupLettersDeps): void => {
  const { letters, facts, limits, clock } = deps

  /** Whose sign-up a letter is about, by its key; the address may have been corrected since. */
  const addressNow = async (firmId: string, key: string): Promise<string | undefined> => {
    const [, id] = /^(?:signup|keep-place|moved|session):([^:]+):/.exec(key) ?? []
    return id === undefined ? undefined : addressOfSignup(await deps.person(firmId, id))
  }

  letters.follow({
    type: letterTypes.signupComplete,
    class: 'notice',
    event: 'signup.made',
    subscriber: 'signup-letter',
    variables: sessionVariables,
    contents: signupCompleteText,
    addressNow,
    load: async ({ firmId, signupUserId, liveIds, again, sending }) => {
      const person = await facts.person(firmId, signupUserId)
      if (!person) return undefined
      if (person.flagged && !again && sending === undefined) {
        const { ok } = await limits.take(`shared sign-up letter ${firmId} ${person.email}`, sharedADay)
        if (!ok) return undefined
      }
      const wanted = again ? person.sessions : person.sessions.filter(({ liveId }) => liveIds.includes(liveId))
      // Anybody who knows an address can ask for its link again: its owner gets it once an hour, however often they ask.
      const hour = again ? `:again:${Math.floor(clock.ms() / againEveryMs)}` : ''
      const which = sending === undefined ? hour : `:sent:${sending}`
      return {
        firmId,
        firmName: person.firmName,
        contents: await deps.contentsOf(firmId, letterTypes.signupComplete, person.letterChoice),
        letters: wanted.map((session) =>
          aboutSession(session, person, completeKey(signupUserId, session.liveId) + which),
        ),
      }
    },
  })

  letters.follow({
    type: letterTypes.liveMoved,
    class: 'notice',
    event: 'live.changed',
    subscriber: 'moved-letter',
    variables: sessionVariables,
    contents: liveMovedText,
    addressNow,
    load: async ({ firmId, liveId, moved }) => {
      const session = moved ? await facts.movedSession(firmId, liveId) : undefined
      if (!session) return undefined
      const { people, firmName, sequence } = session
      // Whose sign-up letter left after the move knows the new time.
      const keyOf = (signupUserId: string) => completeKey(signupUserId, liveId)
      const keys = people.map(({ signupUserId }) => keyOf(signupUserId))
      const informed = await letters.keysSince(firmId, keys, sequence)
      const { ok: isAwaited } = await limits.take(`letters of moves ${firmId} ${liveId}`, movesADay)
      return {
        firmId,
        firmName,
        letters: people
          .filter(({ signupUserId }) => !informed.has(keyOf(signupUserId)))
          .map((person) => {
            const { signupUserId: id } = person
            const letter = aboutSession(person.session, person, movedKey(id, liveId, sequence))
            // What still waits would give a time that no longer holds.
            return { ...letter, isAwaited, insteadOf: [keyOf(id), ...earlierMoves(id, liveId, sequence)] }
          }),
      }
    },
  })

  letters.follow({
    type: letterTypes.signupNotice,
    class: 'notice',
    event: 'signup.seatAsked',
    subscriber: 'keep-place-letter',
    variables: sessionVariables,
    contents: keepSeatText,
    addressNow,
    load: async ({ firmId, signupUserId, liveId }) => {
      const person = await facts.person(firmId, signupUserId)
      const session = person?.sessions.find((each) => each.liveId === liveId)
      if (!person || !session) return undefined
      const url = await deps.keepPlaceUrl({ firmId, signupUserId, liveId })
      const key = keepPlaceKey(signupUserId, liveId, session.beginAtMs)
      const { calendar: _, ...letter } = aboutSession({ ...session, url }, person, key)
      return {
        firmId,
        firmName: person.firmName,
        contents: (await deps.automatic.textOf(firmId, 'keepSeat')).contents,
        letters: [{ ...letter, audience: { kind: 'event' }, isAwaited: true }],
      }
    },
  })

  letters.follow({
    type: letterTypes.signupCode,
    class: 'code',
    event: 'signup.codeAsked',
    subscriber: 'code-letter',
    variables: ['code'],
    contents: signupCodeText,
    goodForMs: codeMinutes * 60_000,
    load: async ({ firmId, codeId }) => {
      const asked = await deps.codes.letterOf(firmId, codeId)
      if (!asked) return undefined
      const { name, email: to, language, firmName } = asked
      if (!(await limits.take(`code letter ${firmId} ${to}`, codesADay)).ok) return undefined
      return { firmId, firmName, letters: [{ key: `signup-code:${codeId}`, name, to, language, values: {} }] }
    },
    make: async (tx, firmId, { key, to }) => {
      const code = await deps.codes.make(tx, firmId, key.slice('signup-code:'.length), to)
      return code === undefined ? undefined : { code: showCode(code) }
    },
  })
}
