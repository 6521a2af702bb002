import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { sharedApp } from '../../../test/fixtures.ts'
import { aCommentMod, aVideo } from '../../../test/studio.ts'
import { type Member, multipart } from '../../../test/test-app.ts'
import { assignAvatars } from './virtual-user.service.ts'

const t = await sharedApp()

const list = (member: Member, query: Record<string, string> = {}) =>
  t.call(virtualUserRoutes.list, { query }, member.headers)
const createMany = (member: Member, names: readonly string[]) =>
  t.call(virtualUserRoutes.createMany, { body: { users: names.map((name) => ({ name })) } }, member.headers)

test('VIRTUAL-USER-1 Many are made at once: names that are there are left out, and no picture comes twice before all were dealt', async () => {
  const member = await t.aFirm()
  const { images } = await t.call(virtualUserRoutes.images, {}, member.headers)
  await t.call(
    virtualUserRoutes.create,
    { body: { name: '甲', userImgId: images[0]?.userImgId ?? '' } },
    member.headers,
  )
  const names = Array.from({ length: images.length - 1 }, (_, index) => `觀眾${index}`)
  const made = await createMany(member, ['甲', ...names, '觀眾3'])
  expect(made.already).toEqual(['甲', '觀眾3'])
  expect(made.created.map(({ name }) => name)).toEqual(names)
  const dealt = made.created.map(({ userImgId }) => userImgId)
  expect(new Set([...dealt, images[0]?.userImgId]).size).toBe(images.length)
  expect((await list(member, { limit: '100' })).total).toBe(images.length)
  const other = await t.aFirm()
  expect((await list(other)).total).toBe(0)
})

test('VIRTUAL-USER-2 Dealing uses every picture of the set as often as any other, whatever was used before', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 60 }),
      fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 9 }),
      fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 9, maxLength: 9 }),
      (count, set, uses) => {
        const used = new Map(set.map((id, index) => [id, uses[index] ?? 0]))
        const dealt = assignAvatars({ count, set, used, random: Math.random })
        expect(dealt).toHaveLength(count)
        const after = new Map(used)
        for (const id of dealt) {
          const min = Math.min(...set.map((each) => after.get(each) ?? 0))
          expect(after.get(id)).toBe(min)
          after.set(id, min + 1)
        }
      },
    ),
  )
  expect(assignAvatars({ count: 2, set: [], used: new Map(), random: Math.random })).toEqual(['', ''])
})

test('VIRTUAL-USER-3 Many are removed at once, those of another firm stay; comments keep the names', async () => {
  const [member, other] = [await t.aFirm(), await t.aFirm()]
  const mine = (await createMany(member, ['Mei', '阿德', '小鹿'])).created
  const theirs = (await createMany(other, ['別家'])).created
  const group = await aCommentMod(t, member, await aVideo(t, member))
  const ids = [...mine.slice(0, 2), ...theirs].map(({ id }) => id)
  expect(await t.call(virtualUserRoutes.removeMany, { body: { ids } }, member.headers)).toEqual({ removed: 2 })
  expect((await list(member)).items.map(({ name }) => name)).toEqual(['小鹿'])
  expect((await list(other)).total).toBe(1)
  expect(group.commentModList.map(({ userName }) => userName)).toEqual(['阿德', 'Mei'])
})

test('VIRTUAL-USER-4 A list says in how many comment groups each one speaks, sorts by name and date, and finds whatever the case', async () => {
  const member = await t.aFirm()
  await createMany(member, ['Mei', '阿德', 'anna'])
  const videoId = await aVideo(t, member)
  await aCommentMod(t, member, videoId)
  await aCommentMod(t, member, videoId)
  const used = Object.fromEntries((await list(member)).items.map(({ name, usedIn }) => [name, usedIn]))
  expect(used).toEqual({ Mei: 2, 阿德: 2, anna: 0 })
  const names = async (query: Record<string, string>) => (await list(member, query)).items.map(({ name }) => name)
  expect(await names({ sort: 'createdAt' })).toEqual(['Mei', '阿德', 'anna'])
  expect((await names({ sort: 'name' })).slice(0, 2)).toEqual(['anna', 'Mei'])
  expect(await names({ q: 'ＭＥＩ' })).toEqual(['Mei'])
  await expect(names({ sort: 'userImgId' })).rejects.toMatchObject({ fields: { sort: expect.anything() } })
})

test('VIRTUAL-USER-5 An uploaded picture is a square of 256 px, stays with who has it, and is nobody else’s', async () => {
  const [member, other] = [await t.aFirm(), await t.aFirm()]
  const form = multipart(
    {},
    {
      file: await sharp({ create: { width: 900, height: 500, channels: 3, background: '#3c6a54' } })
        .png()
        .toBuffer(),
    },
  )
  const reply = await t.request({
    method: 'POST',
    url: '/api/virtual_user/user_img',
    headers: { ...member.headers, ...form.headers },
    payload: form.payload,
  })
  const { userImgId } = (reply.body as { data: { userImgId: string } }).data
  await expect(
    t.call(virtualUserRoutes.create, { body: { name: '偷來的', userImgId } }, other.headers),
  ).rejects.toMatchObject({ fields: { userImgId: expect.anything() } })
  const user = await t.call(virtualUserRoutes.create, { body: { name: '自己的', userImgId } }, member.headers)
  t.clock.advance(86_400_001)
  await t.app.services.images.sweep()
  await t.app.listen(0)
  const answer = await fetch(t.app.publicUrl() + user.userImgUrl)
  const facts = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  expect([facts.format, facts.width, facts.height]).toEqual(['webp', 256, 256])
})
