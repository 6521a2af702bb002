import { type DueStep, isStillTrue } from '@kaimai/contract/letter/automatic-letters.rules.ts'
import type { LetterContents } from '@kaimai/contract/letter/letter-blocks.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LettersOfFirm, LetterToPerson } from '../letter/letter-kind.service.ts'
import type { AutomaticLettersService } from '../letter-template/automatic-letters.service.ts'
import type { LiveReader, LiveRecord } from '../live/live-reader.service.ts'
import type { LetterTexts } from './form-check.ts'
import type { PublicSignupDeps } from './public-signup.service.ts'
import type { SeatedPerson, SessionLetter, SessionLetterStore } from './session-letter.store.ts'
import type { SignupLetterFacts } from './signup-letter-facts.ts'
import { aboutSession, completeKey, earlierMoves, keepPlaceKey, movedKey } from './signup-letters.ts'

export interface SessionLetterPeopleDeps {
  readonly store: SessionLetterStore
  readonly facts: SignupLetterFacts
  readonly liveReader: Pick<LiveReader, 'findMany' | 'moves'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly viewerPath: PublicSignupDeps['viewerPath']
  /** Where the holder of a seat keeps it. */
  readonly keepPlaceUrl: (seat: { firmId: string; signupUserId: string; liveId: string }) => Promise<string>
  readonly contentsOf: LetterTexts['contentsOf']
  readonly automatic: Pick<AutomaticLettersService, 'textOf'>
  /** Begins every link of a letter. */
  readonly audienceUrl: () => string
}

/** The people of one slice, and what is written to them. */
interface LetterSlice {
  readonly lastPersonId: string
  /** By the texts that they get. */
  readonly loaded: readonly [LettersOfFirm, ...LettersOfFirm[]]
}

/** People written to in one transaction: an embedded database is held by it for a moment only. */
const sliceSize = 100
/** Minutes before the begin that a letter is about: one that staff sends is as true as the begin is near. */
export const minutesOf = ({ type, step }: Pick<SessionLetter, 'type' | 'step'>): DueStep['minutes'] =>
  type === letterTypes.liveBegins ? 0 : step === 'now' ? 1 : Number(step)

/** Of a letter of a session to one person, by what it is about and the begin that it says. */
const sessionKey = (personId: string, { subjectId, type, step, beginAt }: SessionLetter): string =>
  `session:${personId}:${subjectId}:${type}:${step}:${beginAt.getTime()}`

/** The same, read back; undefined: it is the key of another letter. */
export const readSessionKey = (key: string) => {
  const [kind, , liveId = '', type, step = '', beginAt] = key.split(':')
  if (kind !== 'session') return undefined
  return { liveId, minutes: minutesOf({ type: Number(type), step }), beginAtMs: Number(beginAt) }
}

/** What letters to the people of a session or a form hold, slice by slice. */
export const createSessionLetterPeople = (deps: SessionLetterPeopleDeps) => {
  const { store, facts, liveReader, firms, automatic, audienceUrl } = deps

  /** What the person's form has chosen of a letter: 'firm', 'builtIn', 'none' or the id of a template. */
  const choiceOf = ({ type, step }: SessionLetter, { liveNotice, liveBegins }: SeatedPerson): string => {
    if (type === letterTypes.liveCancelled) return 'builtIn'
    const choice = type === letterTypes.liveNotice ? liveNotice : liveBegins
    // Staff that sends one now means everybody.
    return choice === 'none' && step === 'now' ? 'firm' : choice
  }

  /** Undefined: the built-in text. */
  const textOf = async ({ firmId, type }: SessionLetter, choice: string): Promise<LetterContents | undefined> => {
    if (choice === 'builtIn') return undefined
    const ofFirm = type === letterTypes.liveNotice ? 'liveNotice' : 'liveBegins'
    // Where the form's template was removed since, its people get what the firm's others get.
    return (await deps.contentsOf(firmId, type, choice)) ?? (await automatic.textOf(firmId, ofFirm)).contents
  }

  /** Undefined for somebody who is blocked. */
  const toPerson = async (
    of: SessionLetter,
    live: LiveRecord,
    sequence: number,
    person: SeatedPerson,
  ): Promise<LetterToPerson | undefined> => {
    const { firmId } = of
    const { id: signupUserId, name, phone, email } = person
    const path = await deps.viewerPath(firmId, live.id, { signupUserId, name, phone, email })
    if (path === undefined) return undefined
    const { beginAtMs, endAtMs } = live
    const session = {
      liveId: live.id,
      title: person.title || live.liveName,
      beginAtMs,
      endAtMs,
      sequence,
      url: audienceUrl() + path,
    }
    const { calendar, ...letter } = aboutSession(session, person, sessionKey(signupUserId, of))
    if (of.type !== letterTypes.liveCancelled)
      return {
        ...letter,
        // Whom the merchant entered has never asked for anything: letters to them count as any to a new address does.
        isAwaited: person.source === 'form',
        // A reminder changes nothing of the entry: it is for who didn't take it from an earlier letter.
        ...(of.type === letterTypes.liveNotice && calendar ? { calendar } : {}),
      }
    const waiting = [movedKey(signupUserId, live.id, sequence), ...earlierMoves(signupUserId, live.id, sequence)]
    return {
      ...letter,
      isAwaited: true,
      insteadOf: [completeKey(signupUserId, live.id), ...waiting],
      ...(calendar ? { calendar: { ...calendar, cancelled: true } } : {}),
    }
  }

  const ofSession = async (of: SessionLetter, nowMs: number): Promise<LetterSlice | undefined> => {
    const { firmId, subjectId } = of
    // In this order: a move in between gives a new time under the old number, and the letter is not true any more.
    const { sequence } = (await liveReader.moves(firmId, [subjectId]))(subjectId)
    const [live] = await liveReader.findMany(firmId, [subjectId])
    if (!live) return undefined
    const letter = { minutes: minutesOf(of), beginAtMs: of.beginAt.getTime() }
    if (of.type !== letterTypes.liveCancelled && !isStillTrue(letter, live, nowMs)) return undefined
    const people = await store.seatedAfter(of, sliceSize)
    const last = people.at(-1)
    if (!last) return undefined
    const { name: firmName } = await firms.publicFirm(firmId)
    const loaded: LettersOfFirm[] = []
    for (const [choice, chosen] of Map.groupBy(people, (person) => choiceOf(of, person))) {
      if (choice === 'none') continue
      const letters = await Promise.all(chosen.map((person) => toPerson(of, live, sequence, person)))
      const contents = await textOf(of, choice)
      loaded.push({ firmId, firmName, contents, letters: letters.flatMap((each) => each ?? []) })
    }
    const [first = { firmId, firmName, letters: [] }, ...others] = loaded
    return { lastPersonId: last.id, loaded: [first, ...others] }
  }

  /** Confirmations of each session to come, or the question whether to keep a seat. */
  const ofForm = async (of: SessionLetter): Promise<LetterSlice | undefined> => {
    const { firmId, type } = of
    const ids = await store.ofFormAfter(of, sliceSize)
    const lastPersonId = ids.at(-1)
    if (lastPersonId === undefined) return undefined
    const isConfirmation = type === letterTypes.signupComplete
    const asked = isConfirmation ? [] : await store.asked(firmId, ids)
    const { name: firmName } = await firms.publicFirm(firmId)
    const people = await facts.people(firmId, ids)
    const [somebody] = people.values()
    const contents = isConfirmation
      ? somebody && (await deps.contentsOf(firmId, type, somebody.letterChoice))
      : (await automatic.textOf(firmId, 'keepSeat')).contents
    const liveIds = [...people.values()].flatMap(({ sessions }) => sessions.map(({ liveId }) => liveId))
    const lives = await liveReader.findMany(firmId, [...new Set(liveIds)])
    const isOn = new Set(lives.flatMap(({ id, cancelledAtMs }) => (cancelledAtMs === null ? [id] : [])))
    const lettersTo = async (id: string): Promise<LetterToPerson[]> => {
      const person = people.get(id)
      if (!person) return []
      const sessions = person.sessions.filter(({ liveId }) => isOn.has(liveId))
      if (isConfirmation)
        return sessions.map((session) => aboutSession(session, person, completeKey(id, session.liveId)))
      const isAsked = (liveId: string) => asked.some((seat) => seat.signupUserId === id && seat.liveId === liveId)
      return Promise.all(
        sessions
          .filter(({ liveId }) => isAsked(liveId))
          .map(async (session): Promise<LetterToPerson> => {
            const { liveId, beginAtMs } = session
            const url = await deps.keepPlaceUrl({ firmId, signupUserId: id, liveId })
            const { calendar: _, ...letter } = aboutSession(
              { ...session, url },
              person,
              keepPlaceKey(id, liveId, beginAtMs),
            )
            return { ...letter, audience: { kind: 'event' }, isAwaited: true }
          }),
      )
    }
    const letters = await Promise.all(ids.map(lettersTo))
    return { lastPersonId, loaded: [{ firmId, firmName, contents, letters: letters.flat() }] }
  }

  return {
    /** The next people; undefined: nobody is left, or the letter is not true any more. */
    next: (of: SessionLetter, nowMs: number): Promise<LetterSlice | undefined> =>
      of.type === letterTypes.signupComplete || of.type === letterTypes.signupNotice
        ? ofForm(of)
        : ofSession(of, nowMs),
  }
}
