import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { expect, test } from 'vitest'
import { sharedSurenotify } from '../../../test/surenotify-stage.ts'

const { t, aSender, write, logOf, tell } = await sharedSurenotify()

const historyOf = async (member: Awaited<ReturnType<typeof aSender>>, address: string) => {
  const row = (await logOf(member)).find(({ to }) => to === address)
  const { history } = await t.call(letterRoutes.show, { params: { id: row?.id ?? '' } }, member.headers)
  return history.map(({ what }) => what)
}

test('LETTER-1041 A letter shows what its provider told of it, each the first time, in the order in which it came', async () => {
  const member = await aSender()
  await write(member, ['mei@example.com', 'lin@example.com'])
  for (const event of ['delivery', 'open', 'open', 'click', 'complaint']) {
    t.clock.advance(60_000)
    expect(await tell('mei@example.com', event)).toBe(200)
  }
  expect(await historyOf(member, 'mei@example.com')).toEqual([
    'queued',
    'sent',
    'delivered',
    'opened',
    'clicked',
    'complained',
  ])
  t.clock.advance(60_000)
  expect(await tell('lin@example.com', 'bounce', '550 no such user')).toBe(200)
  expect(await historyOf(member, 'lin@example.com')).toEqual(['queued', 'sent', 'bounced'])
})
