import { pathOf } from '@kaimai/contract/common/route.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { expect, test } from 'vitest'
import { errorNameOf } from '../../../test/fixtures.ts'
import { sharedSurenotify, surenotifyKeys } from '../../../test/surenotify-stage.ts'

const { t, play, setKey, aSender, write, logOf, stateOf, post, noticeOf, tell, effectsOf } = await sharedSurenotify()

interface Taken {
  readonly kind: string
  readonly sent: { readonly fromAddress: string; readonly subject: string; readonly content: string }
}
const takenOf = (to: string): Promise<Taken[]> => play({ to })

test('LETTER-810 Letters of a firm with its own account leave by it, from its own domain, and the log says so', async () => {
  const member = await aSender()
  await write(member, ['lin@example.com'], { sessionTitle: '{{name}} 的窯' })
  const [taken, ...more] = await takenOf('lin@example.com')
  expect(more).toEqual([])
  expect(taken?.sent.fromAddress).toBe('noreply@shop.example')
  // Its own variables would be filled there: braces of a title stay text.
  expect(taken?.sent.content).not.toContain('{{')
  expect(await logOf(member)).toMatchObject([{ to: 'lin@example.com', state: 'sent', transport: 'surenotify' }])
  const stranger = await t.aFirm('禾木')
  await write(stranger, ['lin@example.com'])
  expect(await logOf(stranger)).toMatchObject([{ state: 'sent', transport: 'outbox' }])
})

test('LETTER-811 Notices in any order end in the furthest state; doubled and late ones are on record and change nothing', async () => {
  const member = await aSender()
  await write(member, ['a@example.com'])
  for (const event of ['delivery', 'click', 'click', 'open', 'bounce'])
    expect(await tell('a@example.com', event, '550 no such user')).toBe(200)
  expect(await stateOf(member, 'a@example.com')).toBe('clicked')
  expect(await effectsOf(member)).toEqual(['delivery applied', 'click applied', 'click old', 'open old', 'bounce old'])
})

test('LETTER-812 A notice without the firm’s signature is refused, on record, and changes nothing', async () => {
  const member = await aSender()
  await write(member, ['b@example.com'])
  const notice = await noticeOf('b@example.com', 'bounce')
  expect((await post({ ...notice, signature: '' })).status).toBe(403)
  expect(
    (await post({ ...notice, signature: notice.signature.replace(/^./, (c) => (c === '0' ? '1' : '0')) })).status,
  ).toBe(403)
  // The signature of another event of the same letter.
  const { signature } = await noticeOf('b@example.com', 'delivery')
  expect((await post({ ...notice, signature })).status).toBe(403)
  expect((await post({ ...notice, body: 'nonsense' })).status).toBe(403)
  expect(await stateOf(member, 'b@example.com')).toBe('sent')
  expect((await effectsOf(member)).toSorted()).toEqual([' unreadable', ...Array(3).fill('bounce unsigned')].toSorted())
})

test('LETTER-819 A notice is signed by the key over its number and its event, as in the computed example', async () => {
  const member = await t.aFirm('器日')
  await setKey(member, 'test-key')
  const signature = '9ce21c3fa95015eec42667181fd91cee993419edf0cb6ed91eb297604a8a643b'
  const url = `http://kaimai.test${pathOf(letterRoutes.notice).replace(':firmId', member.firmId)}`
  const body = JSON.stringify({ event: 'bounce', id: 'msg-1' })
  expect((await post({ url, body, signature })).status).toBe(200)
  expect((await post({ url, body: body.replace('msg-1', 'msg-2'), signature })).status).toBe(403)
  expect((await post({ url, body: body.replace('bounce', 'open'), signature })).status).toBe(403)
  const effects = await effectsOf(member)
  expect(effects).toHaveLength(3)
  expect(effects.filter((effect) => effect.endsWith(' unsigned'))).toEqual(['bounce unsigned', 'open unsigned'])
})

test.each(['dies', 'breaks'])(
  'LETTER-813 A letter whose answer was lost (%s) is unknown, goes no second time, and its notice settles it',
  async (next) => {
    const member = await aSender()
    const to = `${next}@example.com`
    await play({ next })
    await write(member, [to])
    expect(await stateOf(member, to)).toBe('unknown')
    t.clock.advance(10 * 60_000)
    await t.platform.jobs.runTick('letters-due')
    expect(await takenOf(to)).toHaveLength(1)
    expect(await tell(to, 'delivery')).toBe(200)
    expect(await stateOf(member, to)).toBe('delivered')
    expect(await tell(to, 'open')).toBe(200)
    expect(await stateOf(member, to)).toBe('opened')
  },
)

test('LETTER-814 The number that no signature covers turns no notice against a letter whose number is known', async () => {
  const member = await aSender()
  await write(member, ['c@example.com', 'd@example.com'])
  const [c, d] = [await noticeOf('c@example.com', 'bounce'), await noticeOf('d@example.com', 'bounce')]
  const body = JSON.parse(c.body) as { mail: { id: string; variables: unknown } }
  const other = JSON.parse(d.body) as { mail: { variables: unknown } }
  const turned = { ...body, mail: { ...body.mail, variables: other.mail.variables } }
  expect((await post({ ...c, body: JSON.stringify(turned) })).status).toBe(200)
  expect(await stateOf(member, 'c@example.com')).toBe('bounced')
  expect(await stateOf(member, 'd@example.com')).toBe('sent')
})

test('LETTER-815 A letter that came back for good, or that was reported, stops the firm’s further letters to that address alone', async () => {
  const member = await aSender()
  const other = await aSender({ key: surenotifyKeys.other, domain: 'other.example' })
  await write(member, ['gone@example.com', 'full@example.com', 'angry@example.com'])
  await tell('gone@example.com', 'bounce', '550 5.1.1 no such user gone@example.com')
  await tell('full@example.com', 'bounce', '452 4.2.2 mailbox full')
  await tell('angry@example.com', 'delivery')
  await tell('angry@example.com', 'complaint')
  const [first] = (await logOf(member)).filter(({ to }) => to === 'gone@example.com')
  const { problem } = await t.call(letterRoutes.show, { params: { id: first?.id ?? '' } }, member.headers)
  expect(problem).toContain('5.1.1')
  expect(problem).not.toContain('@')

  t.clock.advance(60_000)
  await write(member, ['gone@example.com', 'full@example.com', 'angry@example.com'])
  expect(Object.fromEntries((await logOf(member)).slice(0, 3).map(({ to, state }) => [to, state]))).toEqual({
    'gone@example.com': 'skipped',
    'full@example.com': 'sent',
    'angry@example.com': 'skipped',
  })
  expect(await takenOf('gone@example.com')).toHaveLength(1)
  await write(other, ['gone@example.com'])
  expect(await stateOf(other, 'gone@example.com')).toBe('sent')
})

test('LETTER-816 What it refuses for good fails in its words; a wrong key and a busy server wait', async () => {
  const member = await aSender({ domain: 'nobody.example' })
  await write(member, ['e@example.com'])
  expect(await stateOf(member, 'e@example.com')).toBe('failed')
  const [row] = await logOf(member)
  const shown = await t.call(letterRoutes.show, { params: { id: row?.id ?? '' } }, member.headers)
  expect(shown.problem).toContain('sender domain unverified')

  const waiting = await aSender()
  await play({ next: 'busy' })
  await write(waiting, ['f@example.com'])
  expect(await stateOf(waiting, 'f@example.com')).toBe('queued')
  await setKey(waiting, 'sn-a-key-of-nobody-0003')
  t.clock.advance(2 * 60_000)
  await t.platform.jobs.runTick('letters-due')
  expect(await stateOf(waiting, 'f@example.com')).toBe('queued')
  await setKey(waiting, surenotifyKeys.first)
  t.clock.advance(5 * 60_000)
  await t.platform.jobs.runTick('letters-due')
  expect(await stateOf(waiting, 'f@example.com')).toBe('sent')
  expect(await takenOf('f@example.com')).toHaveLength(1)
})

test('LETTER-817 The webhook is set for letters and text messages, taken down again, and each is in the audit log', async () => {
  const member = await aSender({ key: surenotifyKeys.other, domain: 'other.example', webhook: false })
  const body = { firmId: member.firmId }
  const hooks = async () => Object.entries((await play<{ webhooks: Record<string, string> }>({})).webhooks)
  const own = async () => (await hooks()).filter(([name]) => name.startsWith(surenotifyKeys.other))
  const on = await t.call(letterRoutes.enableWebhook, { body }, member.headers)
  expect(on).toMatchObject({
    webhook: true,
    mailTransport: 'surenotify',
    smsTransport: 'surenotify',
    lastNoticeAt: null,
  })
  expect(new Set((await own()).map(([, url]) => url))).toEqual(new Set([on.webhookUrl]))
  expect((await own()).map(([name]) => name.replace(`${surenotifyKeys.other} `, '')).toSorted()).toEqual([
    'mail 3',
    'mail 4',
    'mail 5',
    'mail 6',
    'mail 7',
    'sms 3',
    'sms 6',
  ])
  await write(member, ['g@example.com'])
  const notice = await noticeOf('g@example.com', 'delivery')
  expect((await t.call(letterRoutes.disableWebhook, { body }, member.headers)).webhook).toBe(false)
  expect(await own()).toEqual([])
  expect((await post(notice)).status).toBe(200)
  expect(await stateOf(member, 'g@example.com')).toBe('sent')
  expect(await effectsOf(member)).toEqual(['delivery off'])
  const { rows } = await t.platform.db.raw(
    `select change -> 'webhook' ->> 'after' as after from audit where "firmId" = $1 and action = 'letter.change'
     order by "createdAt", id`,
    [member.firmId],
  )
  expect(rows).toEqual([{ after: 'true' }, { after: 'false' }])
})

test('LETTER-818 The webhook needs a key that Surenotify knows, and is the own firm’s alone', async () => {
  const [member, stranger] = [await t.aFirm('甲'), await t.aFirm('乙')]
  const enable = (firmId: string) => t.call(letterRoutes.enableWebhook, { body: { firmId } }, member.headers)
  expect(await errorNameOf(enable(member.firmId))).toBe('conflict')
  await setKey(member, 'sn-a-key-of-nobody-0003')
  await expect(enable(member.firmId)).rejects.toThrow('金鑰')
  expect(await errorNameOf(enable(stranger.firmId))).toBe('noData')
  expect((await t.call(letterRoutes.setting, {}, member.headers)).webhook).toBe(false)
  // A key that was taken away has nothing to take down.
  await t.call(
    firmRoutes.change,
    { params: { id: member.firmId }, body: { secrets: { surenotifyKey: '' } } },
    member.headers,
  )
  const off = await t.call(letterRoutes.disableWebhook, { body: { firmId: member.firmId } }, member.headers)
  expect(off.webhook).toBe(false)
})
