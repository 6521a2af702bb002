// Rows for the lists around lives: rooms, videos, comment groups, virtual users, blocks.
import { fillSignups, fillViewers } from '../packages/server/test/signup-factory.ts'
import { type Fill, idOf, minuteOf, one, paragraph, personName, phone, uuid, write } from './list-writing.ts'

/** A live whose viewers came, spoke, and ordered by comment. */
export const fillRoom: Fill = async (db, { firmId, memberId }, rows) => {
  const { liveId } = await fillSignups(db, firmId, 1)
  await fillViewers(db, firmId, liveId, rows)
  const viewer = `md5('${liveId}v' || n)::uuid`
  const user = `jsonb_build_object('userId', 'p' || n, 'name', ${personName}, 'imgUrl', '', 'as', 'viewer')`
  const common = { firmId: `'${firmId}'::uuid`, liveId: `'${liveId}'::uuid` }
  await write(
    db,
    'roomEvent',
    {
      ...common,
      seq: 'n',
      roomMs: 'n * 70',
      kind: `'commented'`,
      payload: `jsonb_build_object('user', ${user}, 'text', '請問這個碗還有嗎 ' || n)`,
      liveUserId: viewer,
      messageKey: `'m' || n`,
      held: 'n % 200 = 0',
      question: 'n % 4 = 0',
      createdAt: `timestamptz '2026-11-01T12:00Z' + n * interval '70 milliseconds'`,
    },
    rows,
  )
  await db.raw('update room set "lastSeq" = $2 where "liveId" = $1', [liveId, rows])
  await write(
    db,
    'roomDecision',
    {
      ...common,
      seq: 'n * 100',
      state: `'dismissed'`,
      removed: 'n % 2 = 0',
      version: '1',
      memberId: `'${memberId}'::uuid`,
      byName: `'小編'`,
      changedAt: `timestamptz '2026-11-01T13:00Z'`,
    },
    rows / 100,
  )
  await write(
    db,
    'commentOrder',
    {
      firmId: `'${firmId}'::uuid`,
      liveId: `'${liveId}'::uuid`,
      seq: 'n',
      liveUserId: viewer,
      user,
      text: `'A' || n || '+1'`,
      plainText: `'a' || n || '+1'`,
      roomMs: 'n * 70',
      outcome: `case when n % 50 = 0 then 'unclear' else 'noSuchKeyword' end`,
      lines: `'[]'::jsonb`,
      left: '0',
      said: `''`,
      waits: 'n % 50 = 0',
      answers: '1',
      loggedAnswers: '1',
      saidAt: `timestamptz '2026-11-01T12:00Z'`,
      changedAt: `timestamptz '2026-11-01T12:00Z'`,
    },
    rows,
  )
  return { liveId }
}

export const fillLives: Fill = async (db, { firmId }, rows) => {
  await write(
    db,
    'live',
    {
      id: uuid('live', firmId),
      firmId: `'${firmId}'::uuid`,
      streamId: `md5('${firmId}stream' || n)`,
      name: `'開窯夜 ' || n`,
      platformType: `'video'`,
      publishedAt: `case when n % 4 > 0 then timestamptz '2026-01-01' end`,
      cancelledAt: `case when n % 17 = 0 then timestamptz '2026-02-01' end`,
      beginAt: minuteOf('2026-10-01'),
      endAt: `timestamptz '2026-10-01T02:00Z' + n * interval '1 minute'`,
      waitingMinutes: '30',
      replayMinutes: '0',
      products: `'[]'::jsonb`,
      fakeTickets: `'[]'::jsonb`,
      callsToAction: `'[]'::jsonb`,
      audienceCurve: `'[]'::jsonb`,
      bannedKeywords: `'[]'::jsonb`,
      comments: `jsonb_build_array(jsonb_build_object('note', ${paragraph}))`,
      anonymousAllowed: 'true',
      imageUrl: `''`,
      hostName: `'阿陶'`,
      createdAt: minuteOf('2026-01-01'),
      shortUrl: `md5('${firmId}short' || n)`,
    },
    rows,
  )
  await write(
    db,
    'signup',
    {
      id: uuid('form', firmId),
      firmId: `'${firmId}'::uuid`,
      name: `'報名'`,
      customUrl: `'seat-${firmId.slice(-8)}'`,
      pageType: `'free'`,
      orderNoPrefix: `''`,
      published: 'true',
      content: `'{"posterInfoList": []}'::jsonb`,
      createdAt: `timestamptz '2026-08-01'`,
    },
    1,
  )
  await write(
    db,
    'signupUser',
    {
      id: uuid('person', firmId),
      firmId: `'${firmId}'::uuid`,
      signupId: one('form', firmId),
      name: personName,
      phone,
      email: `'shopper' || n || '@example.com'`,
      county: `''`,
      timeZone: `'Asia/Taipei'`,
      deviceHash: `''`,
      createdAt: minuteOf('2026-08-01'),
    },
    rows,
  )
  await write(
    db,
    'signupSeat',
    {
      signupUserId: uuid('person', firmId),
      liveId: `md5('${firmId}live' || (1 + n % ${Math.min(5000, rows)}))::uuid`,
      firmId: `'${firmId}'::uuid`,
      createdAt: minuteOf('2026-08-01'),
    },
    rows,
  )
  return {}
}

export const fillVideos: Fill = async (db, { firmId }, rows) => {
  await write(
    db,
    'video',
    {
      id: uuid('video', firmId),
      firmId: `'${firmId}'::uuid`,
      uploadId: uuid('upload', firmId),
      name: `'開窯夜錄影 ' || n || '.mp4'`,
      searchName: `'開窯夜錄影 ' || n || '.mp4'`,
      size: '1000000 + n % 7000',
      state: `(array['ready','ready','ready','failed'])[1 + n % 4]`,
      durationMs: '60000 + n % 9000',
      width: '1280',
      height: '720',
      hasAudio: 'true',
      codecs: `'avc1'`,
      segments: `jsonb_build_array(jsonb_build_object('durationMs', 4000, 'bytes', n))`,
      createdAt: minuteOf('2026-08-01'),
      fingerprint: `md5('f' || n)`,
    },
    rows,
  )
  return { videoId: await idOf(db, one('video', firmId)) }
}

export const fillGroups: Fill = async (db, of, rows) => {
  const { firmId } = of
  const filled = await fillVideos(db, of, 10)
  await write(
    db,
    'commentMod',
    {
      id: uuid('group', firmId),
      firmId: `'${firmId}'::uuid`,
      name: `'暖場留言 ' || n`,
      searchName: `'暖場留言 ' || n`,
      videoId: `md5('${firmId}video' || (1 + n % 10))::uuid`,
      comments: `jsonb_build_array(jsonb_build_object('second', 3, 'userName', '小美', 'content', ${paragraph}))`,
      commentCount: 'n % 90',
      speakers: `'["小美"]'::jsonb`,
      createdAt: minuteOf('2026-08-01'),
      changedAt: minuteOf('2026-08-02'),
    },
    rows,
  )
  return filled
}

export const fillVirtualUsers: Fill = async (db, { firmId }, rows) => {
  await write(
    db,
    'virtualUser',
    {
      id: uuid('virtual', firmId),
      firmId: `'${firmId}'::uuid`,
      name: personName,
      searchName: personName,
      userImgId: `'built-in-' || n % 20`,
      createdAt: minuteOf('2026-08-01'),
    },
    rows,
  )
  return {}
}

export const fillBlocks: Fill = async (db, { firmId, memberId }, rows) => {
  const { liveId } = await fillSignups(db, firmId, 1)
  await write(
    db,
    'block',
    {
      id: uuid('block', firmId),
      firmId: `'${firmId}'::uuid`,
      liveId: `case when n % 2 = 0 then '${liveId}'::uuid end`,
      fromLiveId: `'${liveId}'::uuid`,
      name: personName,
      anonymous: 'false',
      phone,
      reason: `'洗版'`,
      byId: `'${memberId}'::uuid`,
      byName: `'小編'`,
      createdAt: minuteOf('2026-08-01'),
      cancelledAt: `case when n % 5 = 0 then timestamptz '2026-11-01' end`,
      cancelledByName: `case when n % 5 = 0 then '小編' else '' end`,
      searchName: `${personName} || ' 洗版'`,
      searchAll: `${personName} || ' 洗版 ' || ${phone}`,
    },
    rows,
  )
  return { liveId }
}
