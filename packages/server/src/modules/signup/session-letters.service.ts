import { fail } from '@kaimai/contract/common/error.ts'
import { automaticLetterErrors } from '@kaimai/contract/letter/automatic-letters.errors.ts'
import { dueStep, isStillTrue, noticeMinutes, stepsOf } from '@kaimai/contract/letter/automatic-letters.rules.ts'
import { addressOfSignup, letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { z } from 'zod'
import type { Actor } from '../../platform/audit/audit.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LetterService } from '../letter/letter.service.ts'
import type { AutomaticLettersService } from '../letter-template/automatic-letters.service.ts'
import type { LiveReader, LiveRecord } from '../live/live-reader.service.ts'
import {
  createSessionLetterPeople,
  minutesOf,
  readSessionKey,
  type SessionLetterPeopleDeps,
} from './session-letter-people.ts'
import { createSessionPlan } from './session-plan.ts'
import { liveBeginsText, liveCancelledText, liveNoticeText } from './session-letter-texts.ts'
import type { NewSessionLetter } from './session-letter.store.ts'
import { sessionVariables } from './signup-letters.ts'
import type { SignupStore } from './signup.store.ts'
import '../live/live.events.ts'

export interface SessionLettersDeps extends Omit<SessionLetterPeopleDeps, 'liveReader' | 'automatic'> {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'events' | 'jobs' | 'audit' | 'log'>
  readonly letters: Pick<LetterService, 'add' | 'write' | 'countsOfSession'>
  readonly liveReader: SessionLetterPeopleDeps['liveReader'] & Pick<LiveReader, 'find' | 'beginningBefore'>
  readonly automatic: Pick<AutomaticLettersService, 'show' | 'textOf'>
  readonly forms: Pick<SignupStore, 'find' | 'person'>
}

export const sessionLettersTick = 'signup/session-letters'
const sessionLetterJob = 'signup/session-letter'
const everySeconds = 60
const longestMs = Math.max(...noticeMinutes) * 60_000
/** Of one letter before the others have their turn: twenty thousand people; the rest goes on with the next tick. */
const slicesAtOnce = 200
const lettersAtOnce = 500

/** Letters to the people of sessions: before the begin, at the begin, when it is cancelled, and when staff sends one. */
export const createSessionLetters = (deps: SessionLettersDeps) => {
  const { platform, store, letters, liveReader, automatic, forms } = deps
  const { db, clock, events, jobs, audit, log } = platform
  const people = createSessionLetterPeople(deps)

  /** The address may have been corrected since. */
  const addressNow = async (firmId: string, key: string): Promise<string | undefined> => {
    const [, id = ''] = key.split(':')
    return addressOfSignup(await forms.person(firmId, id))
  }
  const isOver = async (firmId: string, key: string): Promise<boolean> => {
    const letter = readSessionKey(key)
    return letter !== undefined && !isStillTrue(letter, await liveReader.find(firmId, letter.liveId), clock.ms())
  }
  const about = { class: 'notice', variables: sessionVariables, addressNow } as const
  letters.add({ ...about, type: letterTypes.liveNotice, contents: liveNoticeText, isOver })
  letters.add({ ...about, type: letterTypes.liveBegins, contents: liveBeginsText, isOver })
  letters.add({ ...about, type: letterTypes.liveCancelled, contents: liveCancelledText })

  /** The people of a letter in slices, each in a transaction of its own: who was written to is never written to again. */
  const run = async (id: string): Promise<void> => {
    for (let slice = 0; slice < slicesAtOnce; slice += 1) {
      const letter = await store.unfinished(id)
      if (!letter) return
      const found = await people.next(letter, clock.ms())
      if (!found) return store.finish(id, clock.now())
      const [first, ...others] = found.loaded
      // A slice that breaks off between two texts runs again: who was written to has the key of it.
      for (const loaded of others) await letters.write(letter.type, loaded)
      await letters.write(letter.type, first, (tx) => store.advance(id, found.lastPersonId, tx))
    }
  }
  jobs.define(sessionLetterJob, { schema: z.object({ id: z.string() }) }, ({ id }) => run(id))
  const start = (id: string): Promise<void> => jobs.enqueue(sessionLetterJob, { id }, { key: id })

  /** The letter of a session that is due now, for each session that begins within a day or runs. */
  const open = async (firmId: string, lives: readonly LiveRecord[]): Promise<void> => {
    const minutes = stepsOf(await automatic.show(firmId))
    const movesOf = await liveReader.moves(
      firmId,
      lives.map(({ id }) => id),
    )
    for (const { id: subjectId, beginAtMs, endAtMs } of lives) {
      const movedAtMs = movesOf(subjectId).movedAt?.getTime() ?? null
      const due = dueStep({ beginAtMs, endAtMs, movedAtMs, minutes }, clock.ms())
      if (!due) continue
      await store.open({
        id: newId(),
        firmId,
        subjectId,
        type: due.minutes === 0 ? letterTypes.liveBegins : letterTypes.liveNotice,
        step: String(due.minutes),
        beginAt: new Date(beginAtMs),
        seatedBefore: new Date(due.dueAtMs),
      })
    }
  }

  jobs.every(sessionLettersTick, everySeconds, async () => {
    const now = clock.ms()
    const lives = await liveReader.beginningBefore(now + longestMs, now)
    for (const [firmId, ofFirm] of Map.groupBy(lives, (live) => live.firmId))
      await open(firmId, ofFirm).catch((error: unknown) => {
        // One firm's trouble is no reason that another's people get no letters.
        log.error({ err: error, firmId }, 'the letters of sessions could not be planned')
      })
    for (const id of await store.allUnfinished(lettersAtOnce)) await start(id)
  })

  events.on('live.changed', 'cancelled-letter', async ({ firmId, liveId }) => {
    const [live] = await liveReader.findMany(firmId, [liveId])
    if (!live || live.cancelledAtMs === null || live.publishedAtMs === null || live.rehearsalOf !== null) return
    const id = await store.open({
      id: newId(),
      firmId,
      subjectId: liveId,
      type: letterTypes.liveCancelled,
      step: '0',
      beginAt: new Date(live.beginAtMs),
      seatedBefore: new Date(live.cancelledAtMs),
    })
    await start(id)
  })

  /** Opens what staff sends, with its row in the log. */
  const send = async (letter: Omit<NewSessionLetter, 'id'>, name: string, by: Actor): Promise<void> => {
    await db.transaction(async (tx) => {
      await audit.record(tx, by, 'letter.send', { id: letter.subjectId, name }, { type: letter.type })
      const opened = await store.open({ ...letter, id: newId() }, tx)
      await jobs.enqueue(sessionLetterJob, { id: opened }, { key: opened, on: tx })
    })
  }

  const sendOfSession = async (
    firmId: string,
    liveId: string,
    type: number,
    by: Actor,
  ): Promise<{ people: number }> => {
    const live = await liveReader.find(firmId, liveId)
    if (!live) throw fail('noData')
    const isBegin = type === letterTypes.liveBegins
    const status = liveStatusAt(live, clock.ms())
    if (isBegin && status !== 'live') throw fail('conflict', { reason: automaticLetterErrors.sessionNotOnAir })
    const minutes = minutesOf({ type, step: 'now' })
    const isTrue = isStillTrue({ minutes, beginAtMs: live.beginAtMs }, live, clock.ms())
    if (status === 'draft' || !isTrue) throw fail('conflict', { reason: automaticLetterErrors.reminderTooLate })
    const seatedBefore = clock.now()
    const beginAt = new Date(live.beginAtMs)
    await send({ firmId, subjectId: liveId, type, step: 'now', beginAt, seatedBefore }, live.liveName, by)
    return { people: await store.countSeated(firmId, liveId, seatedBefore) }
  }

  const sendOfForm = async (firmId: string, signupId: string, type: number, by: Actor): Promise<{ people: number }> => {
    const form = await forms.find(firmId, signupId)
    if (!form) throw fail('noData')
    const at = clock.now()
    await send({ firmId, subjectId: signupId, type, step: 'now', beginAt: at, seatedBefore: at }, form.name, by)
    const count = type === letterTypes.signupNotice ? store.countAsked : store.countOfForm
    return { people: await count(firmId, signupId, at) }
  }

  return {
    /** Throws `noData` without the session. */
    plan: createSessionPlan({ clock, store, letters, liveReader, automatic }),

    /** Throws `noData` without the session, `conflict` for one that has begun, is over or is a draft. */
    liveNotice: (firmId: string, liveId: string, by: Actor) =>
      sendOfSession(firmId, liveId, letterTypes.liveNotice, by),
    /** Throws `noData` without the session, `conflict` for one that does not run. */
    liveBegins: (firmId: string, liveId: string, by: Actor) =>
      sendOfSession(firmId, liveId, letterTypes.liveBegins, by),
    /** Throws `noData` without the form. */
    signupComplete: (firmId: string, signupId: string, by: Actor) =>
      sendOfForm(firmId, signupId, letterTypes.signupComplete, by),
    /** Throws `noData` without the form. */
    signupNotice: (firmId: string, signupId: string, by: Actor) =>
      sendOfForm(firmId, signupId, letterTypes.signupNotice, by),
  }
}
export type SessionLetters = ReturnType<typeof createSessionLetters>
