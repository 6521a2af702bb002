import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LiveReader } from '../live/live-reader.service.ts'
import type { PublicSignupDeps, PublicSignupService } from './public-signup.service.ts'
import type { SignupTables, SignupUserRow } from './signup.tables.ts'

/** A session as a letter to one person says it. */
export interface SessionOfLetter {
  readonly liveId: string
  readonly title: string
  readonly beginAtMs: number
  readonly endAtMs: number
  /** How often its times were changed. */
  readonly sequence: number
  /** The personal link. */
  readonly url: string
}

/** Somebody who sits in a session that was moved. */
export interface PersonOfMove extends Pick<SignupUserRow, 'name' | 'email' | 'language' | 'timeZone'> {
  readonly signupUserId: string
  readonly session: SessionOfLetter
}

/** People whose links are made at once, in one transaction. */
const atOnce = 100

/** What letters about sign-ups hold. */
export const createSignupLetterFacts = ({
  db,
  clock,
  firms,
  liveReader,
  publicSignup,
  viewerPath,
  audienceUrl,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly firms: Pick<FirmService, 'publicFirm'>
  readonly liveReader: Pick<LiveReader, 'findMany' | 'moves'>
  readonly publicSignup: Pick<PublicSignupService, 'facts'>
  readonly viewerPath: PublicSignupDeps['viewerPath']
  /** Begins every link of a letter. */
  readonly audienceUrl: () => string
}) => {
  /** Who sat there before then and wants letters. */
  const seated = (firmId: string, liveId: string, before: Date) =>
    db
      .as<SignupTables>()
      .selectFrom('signupSeat')
      .innerJoin('signupUser', 'signupUser.id', 'signupSeat.signupUserId')
      .leftJoin('signupSession', (join) =>
        join
          .onRef('signupSession.signupId', '=', 'signupUser.signupId')
          .onRef('signupSession.liveId', '=', 'signupSeat.liveId'),
      )
      .select(['signupUser.id', 'name', 'phone', 'email', 'language', 'timeZone', 'signupSession.title'])
      .where('signupSeat.firmId', '=', firmId)
      .where('signupSeat.liveId', '=', liveId)
      .where('signupSeat.createdAt', '<=', before)
      .where('isCancelNotice', '=', false)
      .where('email', '<>', '')
      .orderBy('signupUser.id')
      .execute()

  /** With an address or without; undefined when the person wants nothing sent, or is gone. */
  const anybody = async (firmId: string, signupUserId: string) =>
    (await publicSignup.facts(firmId, [signupUserId], audienceUrl())).get(signupUserId)

  return {
    /** By sign-up: whoever wants no letters, has no address, or is gone is left out. */
    people: async (firmId: string, signupUserIds: readonly string[]) => {
      const people = await publicSignup.facts(firmId, signupUserIds, audienceUrl())
      return new Map([...people].filter(([, { email }]) => email !== ''))
    },

    /** Undefined when the person wants no letters, has no address, or is gone. */
    person: async (firmId: string, signupUserId: string) => {
      const person = await anybody(firmId, signupUserId)
      return person?.email === '' ? undefined : person
    },

    anybody,

    /** A session that begins at another time than people signed up for; undefined: it is over, or was not moved. */
    movedSession: async (firmId: string, liveId: string) => {
      // In this order: who moves it in between is written of by the next event, never with a time that is over.
      const { sequence, movedAt } = (await liveReader.moves(firmId, [liveId]))(liveId)
      const [live] = await liveReader.findMany(firmId, [liveId])
      if (!live || movedAt === null) return undefined
      const status = liveStatusAt(live, clock.ms())
      if (status === 'draft' || status === 'ended' || status === 'cancelled') return undefined
      const { beginAtMs, endAtMs } = live
      const rows = await seated(firmId, liveId, movedAt)
      const people: PersonOfMove[] = []
      for (let from = 0; from < rows.length; from += atOnce)
        people.push(
          ...(
            await Promise.all(
              rows.slice(from, from + atOnce).map(async ({ id: signupUserId, phone, title, ...person }) => {
                const { name, email } = person
                const path = await viewerPath(firmId, liveId, { signupUserId, name, phone, email })
                if (path === undefined) return []
                const url = audienceUrl() + path
                const session = { liveId, sequence, beginAtMs, endAtMs, url, title: title || live.liveName }
                return [{ ...person, signupUserId, session }]
              }),
            )
          ).flat(),
        )
      return { people, sequence, firmName: (await firms.publicFirm(firmId)).name }
    },
  }
}
export type SignupLetterFacts = ReturnType<typeof createSignupLetterFacts>
