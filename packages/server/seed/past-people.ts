import type { LiveBody } from '@kaimai/contract/live/live.routes.ts'
import type { z } from 'zod'
import type { App } from '../src/app.ts'
import { newId, unguessable } from '../src/platform/ids.ts'
import type { Platform } from '../src/platform/platform.ts'
import { demoContent } from './content.ts'
import type { PastPerson } from './content/past-people.ts'
import { fillPastFigures } from './past-figures.ts'

interface Stage {
  readonly app: App
  readonly platform: Platform
  readonly firmId: string
  readonly signupId: string
  /** A live as the demo makes them. */
  readonly body: z.output<typeof LiveBody>
}

interface PastLive {
  readonly key: string
  readonly id: string
  readonly beginMs: number
  readonly endMs: number
}

const { pastPeople, pastShows, consentSource } = demoContent
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const taipeiMs = 8 * 60 * minuteMs

/** So many days ago at that hour in Taipei. */
const evening = (nowMs: number, daysAgo: number, hour: number): number =>
  Math.floor((nowMs + taipeiMs) / dayMs) * dayMs - taipeiMs - daysAgo * dayMs + hour * 60 * minuteMs

/** A show as any other; it is set back once its people are in, for a form drops past sessions that nobody chose. */
const makeShow = async (stage: Stage, show: (typeof pastShows)[number]): Promise<PastLive> => {
  const { app, platform, firmId, signupId, body } = stage
  const { liveName, title, daysAgo, hour, minutes } = show
  const live = await app.services.lives.create(firmId, { ...body, liveName, publish: true })
  await app.services.signups.addSession(firmId, signupId, { liveId: live.id, title })
  const beginMs = evening(platform.clock.ms(), daysAgo, hour)
  await platform.db.raw(
    `insert into room ("liveId", "firmId", settled, "createdAt") values ($1, $2, true, $3) on conflict do nothing`,
    [live.id, firmId, new Date(beginMs)],
  )
  return { key: show.key, id: live.id, beginMs, endMs: beginMs + minutes * minuteMs }
}

const setBack = async ({ platform }: Stage, { id, beginMs, endMs }: PastLive): Promise<void> => {
  await platform.db.raw(
    `update live set "beginAt" = $2, "endAt" = $3, "createdAt" = $4, "publishedAt" = $4 where id = $1`,
    [id, new Date(beginMs), new Date(endMs), new Date(beginMs - 9 * dayMs)],
  )
}

const contactsOf = (at: number) => ({
  phone: `+886900000${201 + at}`,
  email: `kaimai.demo${201 + at}@example.com`,
})

/** One person with the seats, visits and words that the content gives them. */
const addPerson = async (stage: Stage, lives: readonly PastLive[], person: PastPerson, at: number): Promise<void> => {
  const { platform, firmId, signupId } = stage
  const { db } = platform
  const own = lives.filter(({ key }) => person.shows.some((show) => show === key))
  const first = Math.min(...own.map(({ beginMs }) => beginMs))
  const signedUp = new Date(first - (1 + (at % 6)) * dayMs - ((at * 47) % 600) * minuteMs)
  const contacts = { ...contactsOf(at), ...(person.sharesPhone ? { phone: contactsOf(at - 1).phone } : {}) }
  const answers =
    person.interest === undefined || person.interest.length === 0
      ? {}
      : { interest: { label: '最想看哪一類作品？', kind: 'manyChoices', value: person.interest } }
  const came = person.came && own[0] ? new Date(own[0].beginMs + person.came[0] * minuteMs) : null
  const id = newId()
  await db.raw(
    `insert into "signupUser" (id, "firmId", "signupId", name, phone, email, county, "timeZone", "deviceHash", flagged,
       "isCancelNotice", memo, source, "consentSource", answers, "cameAt", "createdAt")
     values ($1, $2, $3, $4, $5, $6, $7, 'Asia/Taipei', $8, $9, $10, $11, $12, $13, cast($14 as jsonb), $15, $16)`,
    [
      ...[id, firmId, signupId, person.name, contacts.phone, contacts.email, person.county, unguessable()],
      ...[person.sharesPhone ?? false, person.stopped ?? false, person.memo ?? ''],
      ...[person.imported ? 'import' : 'form', person.imported ? consentSource : '', JSON.stringify(answers)],
      ...[came, signedUp],
    ],
  )
  if (person.imported)
    await db.raw(
      `insert into "signupUserEvent" (id, "firmId", "signupUserId", kind, at, actor, detail)
       values ($1, $2, $3, 'imported', $4, $5, $6)`,
      [newId(), firmId, id, signedUp, demoContent.firm.userName, consentSource],
    )
  for (const live of own)
    await seat(stage, live, { ...person, ...contacts, id }, signedUp, live === own[0] ? came : null)
}

const seat = async (
  { app, platform, firmId, signupId }: Stage,
  live: PastLive,
  person: PastPerson & { id: string; phone: string; email: string },
  signedUp: Date,
  came: Date | null,
): Promise<void> => {
  const { db } = platform
  await db.raw(
    `insert into "signupSeat" ("signupUserId", "liveId", "firmId", "cameAt", "createdAt") values ($1, $2, $3, $4, $5)`,
    [person.id, live.id, firmId, came, signedUp],
  )
  await db.raw('update "signupSession" set taken = taken + 1 where "signupId" = $1 and "liveId" = $2', [
    signupId,
    live.id,
  ])
  const { name, phone, email } = person
  const viewer = await db.transaction((tx) =>
    app.services.liveUsers.ensure(tx, firmId, live.id, { signupUserId: person.id, name, phone, email }),
  )
  await db.raw('update "liveUser" set "joinedAt" = $2, "createdAt" = $3 where id = $1', [viewer.id, came, signedUp])
  if (!came || !person.came) return
  const left = new Date(Math.min(live.endMs, came.getTime() + person.came[1] * minuteMs))
  await db.raw(
    `insert into connection (id, "firmId", "liveId", "liveUserId", node, "openedAt", "lastSeenAt", "closedAt")
     values ($1, $2, $3, $4, 'demo', $5, $6, $6)`,
    [newId(), firmId, live.id, viewer.id, came, left],
  )
  for (const [at, text] of (person.said ?? []).entries()) {
    const saidMs = came.getTime() + (at + 1) * 2 * minuteMs
    await db.raw(
      `with taken as (update room set "lastSeq" = "lastSeq" + 1 where "liveId" = $1 returning "lastSeq")
       insert into "roomEvent" ("liveId", seq, "firmId", "roomMs", kind, payload, "liveUserId", "messageKey", held, "createdAt")
       select $1, "lastSeq", $2, $3, 'commented', cast($4 as jsonb), $5, $6, false, $7 from taken`,
      [
        ...[live.id, firmId, saidMs - live.beginMs],
        JSON.stringify({ user: { userId: viewer.publicId, name, imgUrl: '', as: 'viewer' }, text }),
        ...[viewer.id, newId(), new Date(saidMs)],
      ],
    )
  }
}

/** People of shows that are over: who came, what they said, what the shop noted about them. */
export const fillPastPeople = async (stage: Stage): Promise<void> => {
  const lives: PastLive[] = []
  for (const show of pastShows) lives.push(await makeShow(stage, show))
  for (const [at, person] of pastPeople.entries()) await addPerson(stage, lives, person, at)
  for (const live of lives) await setBack(stage, live)
  await fillPastFigures(stage, lives)
}
