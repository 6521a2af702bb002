import { fail } from '@kaimai/contract/common/error.ts'
import { withValues } from '@kaimai/contract/common/error-text.ts'
import { sheetErrors } from '@kaimai/contract/common/sheet.errors.ts'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import { signupUserErrors } from '@kaimai/contract/signup-user/signup-user.errors.ts'
import type { SignupUserSource } from '@kaimai/contract/signup-user/signup-user.rules.ts'
import type { Executor, Tx } from '../../platform/db/database.ts'
import type { FirmCaller } from '../../platform/http/caller.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import type { JudgedRow, ReadRow, Verdict } from '../../platform/sheet/plan-import.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import { signupMade } from '../signup/signup.events.ts'
import type { Person } from './signup-user-list.store.ts'
import type { ImportedPerson } from './signup-user-sheet.ts'
import type { SignupUserStore } from './signup-user.store.ts'

export interface SeatingDeps {
  readonly platform: Pick<Platform, 'db' | 'clock' | 'events' | 'audit'>
  readonly store: SignupUserStore
  readonly liveReader: Pick<LiveReader, 'findMany'>
}

/** A session of a form, into which staff brings people. */
export interface SeatingTarget {
  readonly signupId: string
  readonly liveId: string
  readonly consentSource: string
  readonly sendLinks: boolean
  readonly source: Exclude<SignupUserSource, 'form'>
}

/** The person of the form that a row is about; undefined for somebody new. */
export type Known = Person | undefined
export type Row = ReadRow<ImportedPerson>
export type Written = JudgedRow<ImportedPerson, Known>

interface Standing {
  readonly people: readonly Person[]
  /** Ids of those who hold the session. */
  readonly seated: ReadonlySet<string>
  /** Infinity: no limit. */
  readonly left: number
}

/**
 * Says of each row what it is: phone or e-mail of somebody in the form is that person; a file adds, it never
 * overwrites what a person wrote.
 */
export const checkPeople = (rows: readonly Row[], { people, seated, left }: Standing): Verdict<Known>[] => {
  const byPhone = new Map<string, Person>()
  const byEmail = new Map<string, Person>()
  for (const person of people) {
    if (!byPhone.has(person.phone)) byPhone.set(person.phone, person)
    if (!byEmail.has(person.email)) byEmail.set(person.email, person)
  }
  const lineOf = new Map<string, number>()
  let places = left
  return rows.map(({ line, row: { phone, email } }): Verdict<Known> => {
    const twice = (['phone', 'email'] as const).flatMap((column) => {
      const before = lineOf.get(`${column} ${column === 'phone' ? phone : email}`)
      return before === undefined ? [] : [{ column, reason: withValues(sheetErrors.rowTwice, { line: before }) }]
    })
    if (twice.length > 0) return { state: 'bad', errors: twice }
    const [one, other] = [byPhone.get(phone), byEmail.get(email)]
    if (one && other && one.id !== other.id)
      return {
        state: 'bad',
        errors: (['phone', 'email'] as const).map((column) => ({
          column,
          reason: signupUserErrors.contactTwoPeople,
        })),
      }
    lineOf.set(`phone ${phone}`, line)
    lineOf.set(`email ${email}`, line)
    const known = one ?? other
    if (known && seated.has(known.id)) return { state: 'same', known }
    if (places < 1) return { state: 'bad', errors: [{ column: 'name', reason: signupUserErrors.noPlaceLeft }] }
    places -= 1
    return known ? { state: 'change', known, note: signupUserErrors.contactKept } : { state: 'new', known }
  })
}

const eventOf = { import: 'imported', staff: 'added' } as const

/** Brings people into a session of a form: from a sheet, or one by hand. */
export const createSeating = ({ platform, store, liveReader }: SeatingDeps) => {
  const { clock, events } = platform

  return {
    /** Who of these is known on the form, who holds the session, and how many places are left. */
    standing: async (
      firmId: string,
      { signupId, liveId }: Pick<SeatingTarget, 'signupId' | 'liveId'>,
      rows: readonly Row[],
      on?: Executor,
    ): Promise<Standing> => {
      const people = await store.byContacts(
        firmId,
        signupId,
        { phones: rows.map(({ row }) => row.phone), emails: rows.map(({ row }) => row.email) },
        on,
      )
      const seats = await store.seats(
        firmId,
        people.map(({ id }) => id),
        on,
      )
      const session = (await store.sessions(firmId, [signupId], on)).find((one) => one.liveId === liveId)
      return {
        people,
        seated: new Set(seats.filter((seat) => seat.liveId === liveId).map(({ signupUserId }) => signupUserId)),
        left: session?.capacity == null ? Infinity : session.capacity - session.taken,
      }
    },

    /** The form's name; fails where it or the session is none of the firm's, or over. */
    check: async (
      firmId: string,
      { signupId, liveId }: Pick<SeatingTarget, 'signupId' | 'liveId'>,
    ): Promise<string> => {
      const name = (await store.formNames(firmId, [signupId])).get(signupId)
      if (name === undefined) throw fail('noData')
      const [live] = await liveReader.findMany(firmId, [liveId])
      const isSession = (await store.sessions(firmId, [signupId])).some((session) => session.liveId === liveId)
      if (!live || !isSession) throw fail('invalid', { fields: { liveId: signupUserErrors.notASession } })
      if (['ended', 'cancelled', 'draft'].includes(liveStatusAt(live, clock.ms())))
        throw fail('gone', { reason: signupUserErrors.sessionPast })
      return name
    },

    /** Their ids, in the order of the rows, and how many of them are new on the form. */
    seat: async (
      caller: Pick<FirmCaller, 'id' | 'userName'>,
      target: SeatingTarget,
      rows: readonly Written[],
      tx: Tx,
    ): Promise<{ readonly ids: readonly string[]; readonly people: number }> => {
      const firmId = caller.id
      const { signupId, liveId, consentSource, source } = target
      if (!(await store.takePlaces(firmId, signupId, liveId, rows.length, tx)))
        throw fail('soldOut', { reason: signupUserErrors.noPlaceLeft })
      const now = clock.now()
      const ids = rows.map(({ known }) => known?.id ?? newId())
      const fresh = rows.flatMap(({ row, known }, at) => (known ? [] : [{ row, id: ids[at] ?? newId() }]))
      await store.insertPeople(
        fresh.map(({ id, row: { name, phone, email, county, memo } }) => ({
          id,
          firmId,
          signupId,
          name,
          phone,
          email,
          county,
          timeZone: 'Asia/Taipei',
          // Of no device: who opens the form with this phone gets the link by letter.
          deviceHash: '',
          flagged: false,
          isCancelNotice: false,
          memo,
          source,
          consentSource,
          createdAt: now,
        })),
        tx,
      )
      await store.insertSeats(firmId, liveId, ids, now, tx)
      await store.addEvents(
        ids.map((signupUserId) => ({
          id: newId(),
          firmId,
          signupUserId,
          kind: eventOf[source],
          at: now,
          actor: caller.userName,
          detail: consentSource,
        })),
        tx,
      )
      if (target.sendLinks)
        for (const signupUserId of ids)
          await events.emit(tx, signupMade, { firmId, signupUserId, liveIds: [liveId], again: false, byStaff: true })
      return { ids, people: fresh.length }
    },
  }
}
export type Seating = ReturnType<typeof createSeating>
