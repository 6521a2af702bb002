import { fail } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { signupUserErrors } from '@kaimai/contract/signup-user/signup-user.errors.ts'
import type { MoveBody } from '@kaimai/contract/signup-user/signup-user.schema.ts'
import type { z } from 'zod'
import { actorOf } from '../../platform/audit/audit.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { LiveReader, LiveRecord } from '../live/live-reader.service.ts'
import type { SeatMaker } from '../signup/public-signup.service.ts'
import type { SignupOrderStore } from '../signup/signup-order.store.ts'
import type { Person } from './signup-user-list.store.ts'
import type { Seat, SignupUserStore } from './signup-user.store.ts'
import { signupMade } from '../signup/signup.events.ts'

export interface MoveDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'events' | 'audit'>
  readonly store: SignupUserStore
  readonly liveReader: Pick<LiveReader, 'findMany'>
  readonly seats: SeatMaker
  readonly paidOrders: Pick<SignupOrderStore, 'move'>
  /** The personal link of a seat as it was sent stops working. */
  readonly endLink: (tx: Tx, firmId: string, liveId: string, signupUserId: string) => Promise<void>
}

interface Step {
  readonly person: Person
  readonly from: string
  /** Whether they hold the other session already: then only the one before goes. */
  readonly there: boolean
}

const isOver = (live: LiveRecord, nowMs: number): boolean =>
  ['ended', 'cancelled', 'draft'].includes(liveStatusAt(live, nowMs))

/** Moves seats: places are counted as they are taken, all in one transaction or nothing. */
export const createMove = ({ platform, store, liveReader, seats, paidOrders, endLink }: MoveDeps) => {
  const { db, clock, events, audit } = platform

  const stepsOf = (people: readonly Person[], held: readonly Seat[], body: z.output<typeof MoveBody>): Step[] =>
    people.flatMap((person) => {
      const own = held.filter(({ signupUserId }) => signupUserId === person.id).map(({ liveId }) => liveId)
      const from = body.fromLiveId ?? (own.length === 1 ? own[0] : own.find((liveId) => liveId !== body.toLiveId))
      const isClear = body.fromLiveId !== undefined || own.filter((liveId) => liveId !== body.toLiveId).length <= 1
      if (from === undefined || !isClear || !own.includes(from))
        throw fail('invalid', { fields: { fromLiveId: signupUserErrors.notThereBefore } })
      return from === body.toLiveId ? [] : [{ person, from, there: own.includes(body.toLiveId) }]
    })

  const take = async (firmId: string, signupId: string, toLiveId: string, count: number, tx: Tx): Promise<void> => {
    if (count === 0 || (await store.takePlaces(firmId, signupId, toLiveId, count, tx))) return
    const session = (await store.sessions(firmId, [signupId], tx)).find(({ liveId }) => liveId === toLiveId)
    const left = Math.max(0, (session?.capacity ?? 0) - (session?.taken ?? 0))
    throw fail('soldOut', {
      reason:
        left === 0
          ? signupUserErrors.noPlaceLeft
          : withValues(signupUserErrors.notEnoughPlaces, { left, wanted: count }),
    })
  }

  return async (caller: FirmCaller, ip: string, body: z.output<typeof MoveBody>): Promise<{ moved: number }> => {
    const firmId = caller.id
    const ids = [...new Set(body.signupUserIds)]
    const known = await store.seats(firmId, ids)
    const lives = new Map(
      (await liveReader.findMany(firmId, [...new Set([...known.map(({ liveId }) => liveId), body.toLiveId])])).map(
        (live) => [live.id, live],
      ),
    )
    return db.transaction(async (tx) => {
      const named = await store.findMany(firmId, ids, tx)
      if (named.length !== ids.length) throw fail('noData')
      const signupIds = [...new Set(named.map(({ signupId }) => signupId))].toSorted()
      for (const signupId of signupIds) await store.lockForm(firmId, signupId, tx)
      const sessions = await store.sessions(firmId, signupIds, tx)
      const held = await store.seats(firmId, ids, tx)
      const steps = stepsOf(named, held, body)
      const froms = [...new Set(steps.map(({ from }) => from))]
      const to = lives.get(body.toLiveId)
      const isSession = (signupId: string) =>
        sessions.some((session) => session.signupId === signupId && session.liveId === body.toLiveId)
      if (!to || !signupIds.every(isSession))
        throw fail('invalid', { fields: { toLiveId: signupUserErrors.notASession } })
      if (isOver(to, clock.ms())) throw fail('gone', { reason: signupUserErrors.sessionPast })

      const nameOf = (signupId: string, liveId: string) =>
        sessions.find((session) => session.signupId === signupId && session.liveId === liveId)?.title ||
        (lives.get(liveId)?.liveName ?? '')
      const now = clock.now()
      for (const signupId of signupIds) {
        const own = steps.filter(({ person }) => person.signupId === signupId)
        const coming = own.filter(({ there }) => !there).map(({ person }) => person.id)
        await take(firmId, signupId, to.id, coming.length, tx)
        for (const from of froms) {
          const leaving = own.filter((step) => step.from === from).map(({ person }) => person.id)
          if (leaving.length === 0) continue
          await store.removeSeats(firmId, from, leaving, tx)
          await paidOrders.move(firmId, leaving, { from, to: to.id }, tx)
          await store.giveBackPlaces(firmId, signupId, from, leaving.length, tx)
        }
        if (coming.length > 0) await store.insertSeats(firmId, to.id, coming, now, tx)
      }
      for (const { person, from, there } of steps) {
        const { id: signupUserId, name, phone, email } = person
        const before = lives.get(from)
        // The link of a live that is over opens its replay: that stays.
        if (before && !isOver(before, clock.ms())) await endLink(tx, firmId, from, signupUserId)
        await seats.seat(tx, firmId, to.id, { signupUserId, name, phone, email })
        if (body.notify && !there)
          await events.emit(tx, signupMade, {
            firmId,
            signupUserId,
            liveIds: [to.id],
            again: false,
            sending: newId(),
          })
      }
      await store.addEvents(
        steps.map(({ person, from }) => ({
          id: newId(),
          firmId,
          signupUserId: person.id,
          kind: 'moved' as const,
          at: now,
          actor: caller.userName,
          detail: `${nameOf(person.signupId, from)} → ${nameOf(person.signupId, to.id)}`,
        })),
        tx,
      )
      if (steps.length > 0) {
        const [only] = steps
        await audit.record(
          tx,
          actorOf(caller, ip),
          'signupUser.move',
          only && steps.length === 1 ? { id: only.person.id, name: only.person.name } : 'signupUser',
          { people: steps.length, toLiveId: to.id, notify: body.notify },
        )
      }
      return { moved: steps.length }
    })
  }
}
