import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeRichText } from '@kaimai/contract/common/rich-text.rules.ts'
import { readPlainText } from '@kaimai/contract/common/rich-text-read.rules.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sharedShop } from '../../../test/fixtures.ts'
import { migrationsFolder } from '../../platform/db/migrate.ts'
import { newId } from '../../platform/ids.ts'

const { db, shop } = await sharedShop()

const texts = [
  '一碗飯剛剛好的大小。\n\n・碗口 11.5 cm\n・1,240 度還原燒\n- 微波爐可以\n請勿直火',
  '  <script>alert(1)</script> & "引號"\r\n第二行\t字\r\r第三段',
  '　縮排的一段\n   \n　\n* 一\n*二\n\n• 三',
  '-',
  '- ',
  '',
]

test('PRODUCT-167 Plain descriptions and texts of sales pages from before read as they did, and none is lost', async () => {
  const text = await readFile(join(migrationsFolder, '165-rich-text.sql'), 'utf8')
  const firmId = await shop.aFirm()
  const products: string[] = []
  for (const [index] of texts.entries())
    products.push((await shop.aProduct(firmId, { productName: `商品 ${index}` })).id)
  const pageId = newId()
  const blocks = texts.map((words, index) => ({ kind: 'text', id: `b${index}`, heading: '標題', text: words }))
  const content = {
    lead: '一句',
    blockList: [...blocks, { kind: 'product', id: 'p', productId: newId(), note: '- 不變' }],
  }
  await db.transaction(async (tx) => {
    const run = (query: ReturnType<typeof sql>) => query.execute(tx.as())
    for (const [index, words] of texts.entries())
      await run(sql`update product set description = ${words} where id = ${products[index]}`)
    await run(sql`
      insert into "salesPage" (id, "firmId", title, "customUrl", "searchText", published, content, "createdAt", "changedAt")
      values (${pageId}, ${firmId}, '頁', ${`page-${pageId}`}, '頁', false, ${JSON.stringify(content)}::jsonb, now(), now())`)
    await run(sql.raw(text))
  })
  const { rows } = await sql<{ id: string; description: string }>`
    select id, description from product where "firmId" = ${firmId}`.execute(db.as())
  const now = new Map(rows.map(({ id, description }) => [id, description]))
  const expected = texts.map((words) => writeRichText(readPlainText(words)))
  expect(products.map((id) => now.get(id))).toEqual(expected)
  const page = await sql<{ content: typeof content }>`select content from "salesPage" where id = ${pageId}`.execute(
    db.as(),
  )
  expect(page.rows[0]?.content).toEqual({
    ...content,
    blockList: [
      ...blocks.map((block, index) => ({ ...block, text: expected[index] })),
      ...content.blockList.slice(blocks.length),
    ],
  })
})
