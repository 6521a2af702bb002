import type { Database } from '../../src/platform/db/database.ts'
import { beginOf, formsOf, idOf, liveMinutes, type MonthLive, type MonthSize, productCount, picked } from './month.ts'

const oneOf = async (db: Database, expression: string): Promise<string> =>
  String((await db.raw(`select ${expression} as id`)).rows[0]?.['id'])

/** Products, forms, people and lives; nothing has happened yet. */
export const writeShop = async (db: Database, firmId: string, size: MonthSize): Promise<MonthLive[]> => {
  const forms = formsOf(size)
  const people = Math.ceil(size.people / forms)
  await db.raw(`
    insert into product (id, "firmId", "productName", "searchName", price, currency, images, "createdAt", "changedAt")
    select ${idOf(firmId, 'product', 'n')}, '${firmId}'::uuid, '陶碗 ' || n, '陶碗 ' || n, (n + 1) * 10000, 'TWD', '[]'::jsonb,
      timestamptz '2026-10-01', timestamptz '2026-10-01'
    from generate_series(0, ${productCount - 1}) n;
    insert into variant (id, "firmId", "productId", place, name, stock, sold)
    select ${idOf(firmId, 'variant', 'n')}, '${firmId}'::uuid, ${idOf(firmId, 'product', 'n')}, 0, '', 100000, 0
    from generate_series(0, ${productCount - 1}) n;
    insert into signup (id, "firmId", name, "customUrl", "pageType", "orderNoPrefix", published, content, "createdAt")
    select ${idOf(firmId, 'form', 'n')}, '${firmId}'::uuid, '開窯夜報名 ' || n, 'month-' || left('${firmId}', 8) || '-' || n, 'free',
      '', true, '{"posterInfoList": []}'::jsonb, timestamptz '2026-10-01'
    from generate_series(0, ${forms - 1}) n;
    insert into live (id, "firmId", "streamId", name, "platformType", "publishedAt", "beginAt", "endAt", "waitingMinutes",
      "replayMinutes", products, "fakeTickets", "callsToAction", "audienceCurve", "bannedKeywords", "anonymousAllowed",
      "imageUrl", "hostName", "createdAt", "shortUrl")
    select ${idOf(firmId, 'live', 'n')}, '${firmId}'::uuid, md5('${firmId} stream ' || n), '開窯夜 ' || n, 'video',
      timestamptz '2026-10-01', ${beginOf(size, 'n')}, ${beginOf(size, 'n')} + interval '${liveMinutes} minutes', 30, 0, '[]'::jsonb,
      '[]'::jsonb, '[]'::jsonb, '[]'::jsonb, '[]'::jsonb, true, '', '阿陶', timestamptz '2026-10-01', md5('${firmId} short ' || n)
    from generate_series(1, ${size.lives}) n;
    insert into room ("liveId", "firmId", "lastSeq", "createdAt")
    select ${idOf(firmId, 'live', 'n')}, '${firmId}'::uuid, 0, timestamptz '2026-10-01'
    from generate_series(1, ${size.lives}) n;
    insert into "signupSession" ("signupId", "liveId", "firmId", position, title, taken)
    select ${idOf(firmId, 'form', `((n - 1) % ${forms})`)}, ${idOf(firmId, 'live', 'n')}, '${firmId}'::uuid, (n - 1) / ${forms},
      '開窯夜 ' || n, 0
    from generate_series(1, ${size.lives}) n;
    insert into "liveHoursLedger" (id, "firmId", "liveId", period, seconds, kind, "createdAt")
    select ${idOf(firmId, 'charge', 'n')}, '${firmId}'::uuid, ${idOf(firmId, 'live', 'n')}, 'month',
      -(3600 + ${picked(size.seed, 'n::bigint', 1, 9000)}), 'charge',
      ${beginOf(size, 'n')} + interval '${liveMinutes} minutes'
    from generate_series(1, ${size.lives}) n;
  `)
  // One form after the other: no statement holds the embedded database for long.
  for (let form = 0; form < forms; form += 1)
    await db.raw(`
      insert into "signupUser" (id, "firmId", "signupId", name, phone, email, county, "timeZone", "deviceHash", "createdAt")
      select ${idOf(firmId, 'person', `(${form} * 1000000::bigint + n)`)}, '${firmId}'::uuid, ${idOf(firmId, 'form', `${form}`)},
        '林' || n, '+8869' || lpad(n::text, 8, '0'), 'shopper' || n || '@example.com', '', 'Asia/Taipei', '',
        timestamptz '2026-10-20'
      from generate_series(0, ${people - 1}) n`)
  const lives: MonthLive[] = []
  for (let number = 1; number <= size.lives; number += 1) {
    const form = (number - 1) % forms
    lives.push({
      number,
      form,
      people,
      id: await oneOf(db, idOf(firmId, 'live', `${number}`)),
      formId: await oneOf(db, idOf(firmId, 'form', `${form}`)),
      beginAt: beginOf(size, `${number}`),
    })
  }
  return lives
}
