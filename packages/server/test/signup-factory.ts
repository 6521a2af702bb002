import type { Database } from '../src/platform/db/database.ts'

/**
 * `n` people of one form with a seat in one live, some of whom came, ordered, are flagged or get no notices: for tests
 * and benches of lists. The form and the live are made too. Answers their ids.
 */
export const fillSignups = async (
  db: Pick<Database, 'raw'>,
  firmId: string,
  n: number,
): Promise<{ signupId: string; liveId: string }> => {
  const { rows } = await db.raw(`select md5($1 || 'form')::uuid as "signupId", md5($1 || 'live')::uuid as "liveId"`, [
    firmId,
  ])
  const [signupId, liveId] = [String(rows[0]?.['signupId']), String(rows[0]?.['liveId'])]
  await db.raw(
    `insert into live (id, "firmId", "streamId", name, "platformType", "publishedAt", "beginAt", "endAt", "waitingMinutes",
       "replayMinutes", products, "fakeTickets", "callsToAction", "audienceCurve", "bannedKeywords", "anonymousAllowed",
       "imageUrl", "hostName", "createdAt", "shortUrl")
     values ($1, $2, $3, '開窯夜', 'video', '2026-01-01', '2026-11-01T12:00Z', '2026-11-01T14:00Z', 30, 0,
       '[]', '[]', '[]', '[]', '[]', false, '', '', '2026-01-01', $3)`,
    [liveId, firmId, `bench-${liveId.slice(0, 20)}`],
  )
  await db.raw(
    `insert into signup (id, "firmId", name, "customUrl", "pageType", "orderNoPrefix", published, content, "createdAt")
     values ($1, $2, '萬人報名', $3, 'free', '', true, '{"posterInfoList": []}', '2026-01-01')`,
    [signupId, firmId, `bench-${signupId.slice(0, 20)}`],
  )
  await db.raw(
    `insert into "signupSession" ("signupId", "liveId", "firmId", position, title, taken)
     values ($1, $2, $3, 0, '開窯夜', $4::integer)`,
    [signupId, liveId, firmId, n],
  )
  await db.raw(
    `insert into "signupUser" (id, "firmId", "signupId", name, phone, email, county, "timeZone", "deviceHash", flagged,
       "isCancelNotice", "cameAt", "orderedAt", "createdAt")
     select md5($1::text || n)::uuid, $1::uuid, $2::uuid,
       (array['林','陳','黃','張','李','王','吳','劉'])[1 + n % 8] || (array['佳穎','怡君','志明','雅婷','俊傑'])[1 + n % 5] || n,
       '+8869' || lpad(n::text, 8, '0'), 'shopper' || n || '@example.com', '臺北市', 'Asia/Taipei', '', n % 97 = 0,
       n % 41 = 0, case when n % 3 > 0 then timestamptz '2026-11-01T12:10Z' end,
       case when n % 11 = 0 then timestamptz '2026-11-01T12:40Z' end,
       timestamptz '2026-09-01' + n * interval '20 seconds'
     from generate_series(1, $3::integer) n`,
    [firmId, signupId, n],
  )
  await db.raw(
    `insert into "signupSeat" ("signupUserId", "liveId", "firmId", "cameAt", "createdAt")
     select id, $2::uuid, "firmId", "cameAt", "createdAt" from "signupUser" where "firmId" = $1 and "signupId" = $3`,
    [firmId, liveId, signupId],
  )
  return { signupId, liveId }
}

/** `n` viewers of a live, two thirds of whom came, watched and spoke. */
export const fillViewers = async (db: Database, firmId: string, liveId: string, n: number): Promise<void> => {
  await db.raw(
    `insert into "liveUser" (id, "firmId", "liveId", "publicId", name, anonymous, phone, email, "keyHash", "joinedAt", "createdAt")
     select md5($2 || 'v' || n)::uuid, $1::uuid, $2::uuid, 'p' || n,
       (array['林','陳','黃','張','李','王','吳','劉'])[1 + n % 8] || (array['佳穎','怡君','志明','雅婷','俊傑'])[1 + n % 5] || n,
       n % 7 = 0, '+8869' || lpad(n::text, 8, '0'), 'viewer' || n || '@example.com', md5($2 || 'k' || n),
       case when n % 3 > 0 then timestamptz '2026-11-01T12:00Z' + n % 5000 * interval '1 second' end, '2026-10-01'
     from generate_series(1, $3::integer) n`,
    [firmId, liveId, n],
  )
  await db.raw(
    `insert into room ("liveId", "firmId", "lastSeq", "createdAt") values ($1, $2, 0, '2026-11-01') on conflict do nothing`,
    [liveId, firmId],
  )
  await db.raw(
    `insert into connection (id, "firmId", "liveId", "liveUserId", node, "openedAt", "lastSeenAt", "closedAt")
     select md5($2 || 'c' || n)::uuid, $1::uuid, $2::uuid, md5($2 || 'v' || n)::uuid, md5('node'),
       timestamptz '2026-11-01T12:00Z' + n % 5000 * interval '1 second', '2026-11-01T13:40Z', '2026-11-01T13:40Z'
     from generate_series(1, $3::integer) n where n % 3 > 0`,
    [firmId, liveId, n],
  )
}
