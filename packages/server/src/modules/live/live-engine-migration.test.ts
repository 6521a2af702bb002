import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedDatabase } from '../../../test/fixtures.ts'
import { aFirmRow } from '../../../test/room-factory.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'
import { createAvatars } from '../virtual-user/avatars.ts'

const db = await sharedDatabase()

const added = [
  'comments',
  'infoImages',
  'slowSeconds',
  'disclosure',
  'youtubeUrl',
  'plannedMinutes',
  'extendedMinutes',
  'shortUrl',
]

const script = [
  { id: 'c00000', atMs: 4000, kind: 'comment', name: '阿德', imgUrl: '/media/avatar/a01.webp', text: '阿月好' },
  { id: 'p00000', atMs: 9000, kind: 'showProduct', productId: newId() },
  { id: 'c00001', atMs: 27_500, kind: 'comment', name: 'Mei', imgUrl: '/media/image/iAbC-d_12345.webp', text: '碗底' },
  { id: 'c00002', atMs: 27_500, kind: 'comment', name: 'Tom', imgUrl: '', text: '+1' },
]

test('LIVE-63 Lives from before keep all they had: comments from their script, products and calls with the new settings, a short address each', async () => {
  const firmId = await aFirmRow(db)
  const text = await readFile(join(migrationsFolder, '087-live-engine.sql'), 'utf8')
  const productId = newId()
  await db.transaction(async (tx) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(tx.as())
    for (const column of added) await run(sql.raw(`alter table live drop column "${column}"`))
    for (const kept of [JSON.stringify(script), '[]'])
      await run(sql`
        insert into live (id, "firmId", "streamId", name, "platformType", "beginAt", "endAt", "waitingMinutes",
          "replayMinutes", products, "fakeTickets", "callsToAction", "audienceCurve", "bannedKeywords",
          "anonymousAllowed", "imageUrl", "hostName", script, "createdAt")
        values (${newId()}, ${firmId}, ${newId()}, '舊直播', 'video', now(), now(), 30, 0,
          ${JSON.stringify(kept === '[]' ? [] : [{ productId, showAt: 9, hideAt: null }])}::jsonb, '[]',
          ${JSON.stringify(kept === '[]' ? [] : [{ at: 3, text: '免運', url: '' }])}::jsonb, '[]', '[]', true, '', '',
          ${kept}::jsonb, now())`)
    await run(sql.raw(text))
    const { rows } = await run(
      sql`select comments, products, "callsToAction" as calls, script, "shortUrl", disclosure, "slowSeconds"
        from live where name = '舊直播' order by jsonb_array_length(script)`,
    )
    const [bare, full] = rows as Record<string, unknown>[]
    expect(full).toMatchObject({
      comments: [
        { userImgId: 'a01', userName: '阿德', commentText: '阿月好', commentTime: 4 },
        { userImgId: 'iAbC-d_12345.webp', userName: 'Mei', commentText: '碗底', commentTime: 27.5 },
        { userImgId: '', userName: 'Tom', commentText: '+1', commentTime: 27.5 },
      ],
      products: [{ productId, showAt: 9, hideAt: null, livePrice: null, showLeft: true }],
      calls: [{ at: 3, until: null, text: '免運', url: '' }],
      script,
      disclosure: null,
      slowSeconds: 0,
    })
    expect(bare).toMatchObject({ comments: [], products: [], calls: [] })
    const short = rows.map((row) => Object(row).shortUrl)
    expect(new Set(short).size).toBe(2)
    for (const shortUrl of short) expect(shortUrl).toMatch(/^[23456789ABCDEFGHJKMNPQRSTWXYZ]{7}$/)
  })
})

test('LIVE-55 The picture of a comment that was filled in so is the picture it had', () => {
  const { urlOf, ids } = createAvatars()
  const [first = ''] = ids()
  const idIn = (url: string) =>
    /^\/media\/avatar\/(.+)\.webp$/.exec(url)?.[1] ?? /^\/media\/image\/(.+)$/.exec(url)?.[1] ?? ''
  for (const id of [first, 'iAbC-d_12345.webp', '']) expect(urlOf(idIn(urlOf(id)))).toBe(urlOf(id))
})
