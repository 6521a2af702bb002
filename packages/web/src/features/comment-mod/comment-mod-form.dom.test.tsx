import { fail } from '@kaimai/contract/common/error.ts'
import { commentModImportRoutes } from '@kaimai/contract/comment-mod/comment-mod-import.routes.ts'
import { CommentMod, commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { Video, videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { virtualUser } from '@kaimai/contract/virtual-user/virtual-user.resource.ts'
import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf, record } from '../../../test/record.ts'
import { test } from '../../../test/screen.tsx'
import type { Wire } from '../../../test/wire.ts'
import { paths } from '../../lib/paths/paths.ts'

const videoId = idOf(9)
const line = (commentTime: number, commentText: string) => ({
  commentTime,
  commentText,
  userName: 'Mei',
  userImgId: 'a',
  userImgUrl: '',
})
const group = record(CommentMod, {
  id: idOf(1),
  version: 2,
  commentModName: 'Questions',
  videoId,
  commentModList: [line(10, 'How big?'), line(20, 'A01 +1')],
})

const has = (wire: Wire) => {
  wire.answer(commentModRoutes.show, () => group)
  wire.answer(commentModImportRoutes.runs, () => ({ runs: [] }))
  wire.answer(videoRoutes.show, () => record(Video, { id: videoId, name: 'Kiln', state: 'ready' }))
  wire.answer(virtualUserRoutes.list, () => ({ items: [record(virtualUser.Record, { name: 'Mei' })], total: 1 }))
  wire.answer(commentModRoutes.change, ({ body }) => {
    const commentModList = body.commentModList.map((comment) => line(comment.commentTime, comment.commentText))
    return { ...group, version: 3, commentModList }
  })
}
const address = paths.msgroupEdit({ commentModId: group.id })
const box = (name: string) => screen.findByRole('textbox', { name })

test('COMMENT-MOD-16 A comment whose time is changed moves to its place, and is saved on the version it was made from', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(address)
  const time = await box('Time of comment 1')
  await user.clear(time)
  await user.type(time, '0:30')
  await user.tab()
  await expect.poll(async () => (await box('Text of comment 1')).getAttribute('value')).toBe('A01 +1')
  await user.click(screen.getByRole('button', { name: 'Save group' }))
  expect(await screen.findByText('2 comments saved')).toBeDefined()
  const [sent] = wire.sent(commentModRoutes.change)
  expect(sent?.body.version).toBe(2)
  expect(sent?.body.commentModList.map(({ commentTime, commentText }) => [commentTime, commentText])).toEqual([
    [20, 'A01 +1'],
    [30, 'How big?'],
  ])
})

test('COMMENT-MOD-23 A time that can not be read is marked, and the group is not saved with it', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(address)
  const time = await box('Time of comment 1')
  await user.clear(time)
  await user.type(time, 'soon')
  await user.tab()
  expect((await box('Time of comment 1')).getAttribute('aria-invalid')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Save group' }))
  expect(await screen.findByText(/needs fixing. Go to comment/)).toBeDefined()
  expect(wire.sent(commentModRoutes.change)).toEqual([])
})

test('COMMENT-MOD-24 A comment that was deleted comes back by the undo of the tools', async ({ wire, open, user }) => {
  has(wire)
  await open(address)
  await user.click(await screen.findByRole('button', { name: 'Delete comment 1' }))
  await expect.poll(() => screen.queryByRole('textbox', { name: 'Text of comment 2' })).toBeNull()
  const tools = screen.getByRole('toolbar', { name: 'Comment tools' })
  await user.click(within(tools).getByRole('button', { name: /^Undo/ }))
  expect((await box('Text of comment 1')).getAttribute('value')).toBe('How big?')
})

test('COMMENT-MOD-25 Comments that two people added to a group are all kept, and nobody is asked', async ({
  wire,
  open,
  user,
}) => {
  has(wire)
  await open(address)
  const text = await box('Text of comment 2')
  await user.type(text, ' please')
  await user.tab()
  const theirs = { ...group, version: 3, commentModList: [...group.commentModList, line(40, 'Shipping?')] }
  wire.answer(commentModRoutes.change, ({ body }) => {
    if (body.version === 3) return theirs
    wire.answer(commentModRoutes.show, () => theirs)
    const fields = [{ field: 'commentModList', now: theirs.commentModList }]
    throw fail('conflict', { conflict: { version: 3, changedBy: 'Jack', changedAt: null, fields } })
  })
  await user.click(screen.getByRole('button', { name: 'Save group' }))
  expect(await screen.findByText('3 comments saved')).toBeDefined()
  expect(
    wire
      .sent(commentModRoutes.change)
      .at(-1)
      ?.body.commentModList.map(({ commentText }) => commentText),
  ).toEqual(['How big?', 'A01 +1 please', 'Shipping?'])
})
