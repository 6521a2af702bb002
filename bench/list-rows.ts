// Rows for the lists of bench/lists.ts: a firm that has 100,000 of each, written in one statement a table as an import
// or years of use would leave them. Each fill answers the parameters that its list's looks need.
import type { Database } from '../packages/server/src/platform/db/database.ts'
import { fillSignups, fillViewers } from '../packages/server/test/signup-factory.ts'

export interface Filled {
  readonly liveId?: string
  readonly signupId?: string
  readonly memberId?: string
  readonly videoId?: string
}
export type Fill = (
  db: Database,
  of: { readonly firmId: string; readonly memberId: string },
  rows: number,
) => Promise<Filled>

/** `columns`: an SQL expression for each, in which `n` counts from 1. */
const write = (db: Database, table: string, columns: Readonly<Record<string, string>>, rows: number) =>
  db.raw(
    `insert into "${table}" (${Object.keys(columns)
      .map((name) => `"${name}"`)
      .join(', ')})
     select ${Object.values(columns).join(', ')} from generate_series(1, ${rows}) n`,
  )

const uuid = (what: string, of: string) => `md5('${of}${what}' || n)::uuid`
const one = (what: string, of: string) => `md5('${of}${what}1')::uuid`
const idOf = async (db: Database, expression: string): Promise<string> => {
  const { rows } = await db.raw(`select ${expression} as id`)
  return String(rows[0]?.['id'])
}

const personName = `(array['林','陳','黃','張','李','王','吳','劉'])[1 + n % 8] || (array['佳穎','怡君','志明','雅婷','俊傑'])[1 + n % 5] || n`
const phone = `'+8869' || lpad(n::text, 8, '0')`
const minuteOf = (from: string) => `timestamptz '${from}' + n * interval '1 minute'`
const paragraph = `repeat('手捏陶碗，釉色溫潤，每一只都不一樣。', 12)`

export const fillProducts: Fill = async (db, { firmId }, rows) => {
  const name = `'手捏陶碗 ' || n || ' 號'`
  await write(
    db,
    'product',
    {
      id: uuid('product', firmId),
      firmId: `'${firmId}'::uuid`,
      productName: name,
      searchName: name,
      keyword: `case when n % 3 = 0 then 'A' || n else '' end`,
      description: paragraph,
      unit: `'個'`,
      price: '68000 + n % 5000',
      currency: `'TWD'`,
      images: `'[]'::jsonb`,
      offSale: 'n % 10 = 0',
      createdAt: minuteOf('2026-01-01'),
      changedAt: minuteOf('2026-01-01'),
    },
    rows,
  )
  await write(
    db,
    'variant',
    {
      id: uuid('variant', firmId),
      firmId: `'${firmId}'::uuid`,
      productId: uuid('product', firmId),
      place: '0',
      name: `''`,
      stock: 'n % 60',
      sold: 'n % 9',
    },
    rows,
  )
  return {}
}

export const fillPeople: Fill = (db, { firmId }, rows) => fillSignups(db, firmId, rows)

/** A live whose viewers came, spoke, and ordered by comment. */
export const fillRoom: Fill = async (db, { firmId, memberId }, rows) => {
  const { liveId } = await fillSignups(db, firmId, 1)
  await fillViewers(db, firmId, liveId, rows)
  const viewer = `md5('${liveId}v' || n)::uuid`
  const user = `jsonb_build_object('userId', 'p' || n, 'name', ${personName}, 'imgUrl', '', 'as', 'viewer')`
  const common = { firm_id: `'${firmId}'::uuid`, live_id: `'${liveId}'::uuid` }
  await write(
    db,
    'room_event',
    {
      ...common,
      seq: 'n',
      room_ms: 'n * 70',
      kind: `'commented'`,
      payload: `jsonb_build_object('user', ${user}, 'text', '請問這個碗還有嗎 ' || n)`,
      live_user_id: viewer,
      message_key: `'m' || n`,
      held: 'n % 200 = 0',
      question: 'n % 4 = 0',
      created_at: `timestamptz '2026-11-01T12:00Z' + n * interval '70 milliseconds'`,
    },
    rows,
  )
  await db.raw('update room set last_seq = $2 where live_id = $1', [liveId, rows])
  await write(
    db,
    'room_decision',
    {
      ...common,
      seq: 'n * 100',
      state: `'dismissed'`,
      removed: 'n % 2 = 0',
      version: '1',
      member_id: `'${memberId}'::uuid`,
      by_name: `'小編'`,
      changed_at: `timestamptz '2026-11-01T13:00Z'`,
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
      told: '1',
      saidAt: `timestamptz '2026-11-01T12:00Z'`,
      changedAt: `timestamptz '2026-11-01T12:00Z'`,
    },
    rows,
  )
  return { liveId }
}

export const fillOrders: Fill = async (db, { firmId }, rows) => {
  const { liveId } = await fillSignups(db, firmId, 1)
  await fillViewers(db, firmId, liveId, rows)
  const viewer = `md5('${liveId}v' || n)::uuid`
  const price = '68000 + n % 5000'
  await write(
    db,
    'order',
    {
      id: uuid('order', firmId),
      firmId: `'${firmId}'::uuid`,
      liveId: `'${liveId}'::uuid`,
      orderNo: `'K2611' || lpad(n::text, 7, '0')`,
      keyHash: `md5('${firmId}key' || n)`,
      idempotencyKey: `'i' || n`,
      bodyHash: `''`,
      paymentState: `(array['paid','paid','paid','expired','pending','cancelled'])[1 + n % 6]`,
      fulfilmentState: `'none'`,
      heldUntil: `timestamptz '2027-01-01'`,
      paidAt: `case when n % 6 < 3 then ${minuteOf('2026-08-01')} end`,
      currency: `'TWD'`,
      subtotal: price,
      deliveryFee: '0',
      paymentFee: '0',
      rounding: '0',
      total: price,
      pieces: '1',
      paymentMethod: `'transfer'`,
      fullName: personName,
      phone,
      email: `'shopper' || n || '@example.com'`,
      delivery: `'{}'::jsonb`,
      invoice: `'{}'::jsonb`,
      memo: `''`,
      searchText: `'k2611' || lpad(n::text, 7, '0') || ' ' || ${personName}`,
      contactText: `'shopper' || n || '@example.com ' || ${phone} || ' 09' || lpad(n::text, 8, '0')`,
      createdAt: minuteOf('2026-08-01'),
      shopperId: viewer,
      liveUserId: viewer,
      unanswered: 'n % 300 = 0',
    },
    rows,
  )
  await write(
    db,
    'orderLine',
    {
      orderId: uuid('order', firmId),
      place: '0',
      firmId: `'${firmId}'::uuid`,
      productName: `'手捏陶碗 ' || n % 40`,
      variantName: `''`,
      keyword: `''`,
      imageUrl: `''`,
      price,
      quantity: '1',
    },
    rows,
  )
  return { liveId }
}

export const fillLetters: Fill = async (db, { firmId }, rows) => {
  await write(
    db,
    'letter',
    {
      id: uuid('letter', firmId),
      firmId: `'${firmId}'::uuid`,
      key: `'k' || n`,
      type: '1 + n % 4',
      channel: `'email'`,
      toName: personName,
      toAddress: `'shopper' || n || '@example.com'`,
      fromName: `'陶作坊'`,
      subject: `'開窯夜今晚八點，' || ${personName} || '，位子留好了'`,
      html: paragraph,
      text: paragraph,
      state: `'sent'`,
      transport: `'outbox'`,
      dueAt: minuteOf('2026-08-01'),
      createdAt: minuteOf('2026-08-01'),
      sentAt: minuteOf('2026-08-01'),
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

export const fillForms: Fill = async (db, { firmId }, rows) => {
  const { signupId } = await fillSignups(db, firmId, rows)
  await write(
    db,
    'signup',
    {
      id: uuid('form', firmId),
      firmId: `'${firmId}'::uuid`,
      name: `'開窯夜報名 ' || n`,
      customUrl: `'kiln-${firmId.slice(0, 8)}-' || n`,
      pageType: `case when n % 5 = 0 then 'order' else 'free' end`,
      orderNoPrefix: `''`,
      published: 'n % 3 > 0',
      content: `jsonb_build_object('posterInfoList', '[]'::jsonb, 'signupContent', ${paragraph})`,
      createdAt: minuteOf('2026-08-01'),
    },
    rows,
  )
  return { signupId }
}

export const fillSalesPages: Fill = async (db, { firmId }, rows) => {
  await write(
    db,
    'salesPage',
    {
      id: uuid('page', firmId),
      firmId: `'${firmId}'::uuid`,
      title: `'中秋陶器市集 ' || n`,
      customUrl: `'fair-${firmId.slice(0, 8)}-' || n`,
      searchText: `'中秋陶器市集 ' || n || ' fair-' || n`,
      published: 'n % 4 > 0',
      beginAt: minuteOf('2026-09-01'),
      endAt: minuteOf('2026-11-15'),
      content: `jsonb_build_object('lead', ${paragraph}, 'posterInfoList', '[]'::jsonb, 'blockList', '[]'::jsonb,
        'productIdList', '[]'::jsonb, 'colorToneId', '', 'metaTitle', '', 'metaDescription', '', 'metaImage', '')`,
      createdAt: minuteOf('2026-08-01'),
      changedAt: minuteOf('2026-08-02'),
    },
    rows,
  )
  return {}
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
      customUrl: `'seat-${firmId.slice(0, 8)}'`,
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

export const fillMembers: Fill = async (db, { firmId, memberId }, rows) => {
  await write(
    db,
    'member',
    {
      id: uuid('member', firmId),
      firmId: `'${firmId}'::uuid`,
      account: `'m-${firmId}-' || n`,
      passwordHash: `''`,
      name: personName,
      email: `'member' || n || '@example.com'`,
      phone,
      role: `(array['analyst','host','assistant'])[1 + n % 3]`,
      createdAt: minuteOf('2026-08-01'),
      lastLoginAt: `case when n % 2 = 0 then ${minuteOf('2026-09-01')} end`,
    },
    rows,
  )
  return { memberId }
}

export const fillLog: Fill = async (db, { firmId, memberId }, rows) => {
  await write(
    db,
    'audit',
    {
      id: uuid('audit', firmId),
      firmId: `'${firmId}'::uuid`,
      memberId: `'${memberId}'::uuid`,
      actorName: personName,
      ip: `'192.0.2.1'`,
      action: `(array['product.change','live.publish','order.cancel'])[1 + n % 3]`,
      target: `'t' || n`,
      targetName: `'手捏陶碗 ' || n`,
      change: `jsonb_build_object('price', jsonb_build_object('before', n, 'after', n + 1))`,
      createdAt: minuteOf('2026-08-01'),
    },
    rows,
  )
  return { memberId }
}

/** All in one month, which is what the log shows. */
export const fillLedgers: Fill = async (db, { firmId }, rows) => {
  const at = `timestamptz '2026-11-01T00:00Z' + n * interval '10 seconds'`
  await write(
    db,
    'live_hours_ledger',
    {
      id: uuid('hours', firmId),
      firm_id: `'${firmId}'::uuid`,
      period: `'p' || n`,
      seconds: '3600',
      kind: `'topUp'`,
      created_at: at,
    },
    rows,
  )
  await write(
    db,
    'pointLedger',
    {
      id: uuid('points', firmId),
      firmId: `'${firmId}'::uuid`,
      kind: `'topUp'`,
      key: `'k' || n`,
      tenths: '10',
      createdAt: at,
    },
    rows,
  )
  return {}
}

export const fillNews: Fill = async (db, _of, rows) => {
  await write(
    db,
    'announcement',
    {
      id: uuid('news', ''),
      name: `'系統維護 ' || n`,
      content: `'<p>' || ${paragraph} || '</p>'`,
      type: `'["NEW"]'::jsonb`,
      createdAt: minuteOf('2026-01-01'),
      expireAt: `timestamptz '2027-01-01'`,
    },
    rows,
  )
  return {}
}
