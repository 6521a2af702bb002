import { screen, within } from '@testing-library/react'
import type { ChatUser } from '@kaimai/contract/room/room-event.schema.ts'
import { expect } from 'vitest'
import { test } from '../../../../../test/page.tsx'
import { ChatLine, type ChatLineContext } from './chat-line.tsx'

const nothing = () => undefined
const context: ChatLineContext = {
  firmName: '晴天選物',
  firmImgUrl: '',
  myName: '我',
  disclosure: true,
  onOpenCart: nothing,
  onChoose: nothing,
  serverNow: () => 0,
}
const said = (userId: string, user: Pick<ChatUser, 'name' | 'as' | 'likeShop'>) => ({
  kind: 'message' as const,
  key: userId,
  user: { userId, imgUrl: '', ...user },
  text: '大家好',
  mine: false,
  question: false,
  to: undefined,
  toMe: false,
})

test('ROOM-1090 The badge of the shop stands beside its people alone; whose name reads like theirs has that of a viewer', async ({
  openPage,
}) => {
  const rows = [
    said('host', { name: '阿月', as: 'host' }),
    said('staff', { name: '雅婷', as: 'staff' }),
    said('deceiver', { name: '✔ Host 阿月', as: 'viewer', likeShop: true }),
    said('viewer', { name: '小美', as: 'viewer' }),
  ]
  const View = () => (
    <ol>
      {rows.map((row) => (
        <ChatLine key={row.key} row={row} context={context} />
      ))}
    </ol>
  )
  await openPage({ texts: ['room'], head: () => ({ title: '' }), View }, undefined)
  const badges = screen
    .getAllByRole('listitem')
    .map((line) =>
      ['Host', 'Staff', 'Viewer'].filter((badge) => within(line).queryByText(badge, { exact: true }) !== null),
    )
  expect(badges).toEqual([['Host'], ['Staff'], ['Viewer'], []])
})
