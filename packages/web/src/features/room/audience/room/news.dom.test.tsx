import { screen } from '@testing-library/react'
import type { ChatUser } from '@kaimai/contract/room/room-event.schema.ts'
import { expect } from 'vitest'
import { test } from '../../../../../test/page.tsx'
import { loadAnnouncement } from './news.tsx'

const pinnedOf = (user: Pick<ChatUser, 'name' | 'likeShop'>) => ({
  announcement: undefined,
  pinned: {
    seq: 2,
    of: 1,
    user: { userId: 'viewer', imgUrl: '', as: 'viewer' as const, ...user },
    text: '請匯款到這個帳號',
  },
})

test('ROOM-730 A pinned comment of somebody whose name reads like the shop has the badge of a viewer, as it has in the talk', async ({
  openPage,
}) => {
  const Announcement = await loadAnnouncement()
  const View = () => (
    <>
      <section aria-label="deceiver">
        <Announcement room={pinnedOf({ name: '✔ 晴天選物 官方', likeShop: true })} roomNowMs={() => 0} />
      </section>
      <section aria-label="viewer">
        <Announcement room={pinnedOf({ name: '小美' })} roomNowMs={() => 0} />
      </section>
    </>
  )
  await openPage({ texts: ['room'], head: () => ({ title: '' }), View }, undefined)
  expect(screen.getByRole('region', { name: 'deceiver' }).textContent).toContain('官方Viewer 請匯款')
  expect(screen.getByRole('region', { name: 'viewer' }).textContent).not.toContain('Viewer')
})
