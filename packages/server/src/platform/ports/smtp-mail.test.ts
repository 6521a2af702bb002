import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { decodedField, headFields, sharedMailServer } from '../../../test/mail-server.ts'
import type { MailLetter, MailTransport } from './mail.ts'
import { smtpMail } from './smtp-mail.ts'
import { silentLog } from '../../../test/database.ts'

const server = await sharedMailServer()
const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const transportTo = (url: string, silentMs?: number): MailTransport => {
  const transport = smtpMail({
    url,
    from: 'letters@kaimai.example',
    log: silentLog,
    ...(silentMs === undefined ? {} : { silentMs }),
  })
  ends.push(() => transport.close())
  return transport
}
const letter = (to: string, more: Partial<MailLetter> = {}): MailLetter => ({
  id: to.replace(/@.*/, ''),
  to,
  fromName: '小明的店',
  subject: '直播即將開始',
  html: '<p>您好</p>',
  text: '您好',
  ...more,
})

test.each([421, 554])(
  'PORTS-62 A server that greets with %i refuses all letters, not this one: try later, none has failed',
  async (code) => {
    server.answer(() => ({ kind: 'refuse', at: 'connect', code }))
    expect(await transportTo(server.url).send(letter(`greeted-${code}@example.test`))).toMatchObject({
      outcome: 'refused',
      permanent: false,
    })
  },
)

/** Says what a server does up to a command, and nothing after it. */
const startSilent = async (silentAfter: 'nothing' | 'MAIL' | 'DATA' | 'the text'): Promise<string> => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (silentAfter === 'nothing') return
    socket.write('220 silent\r\n')
    let isText = false
    socket.on('data', (chunk) => {
      if (isText) return
      for (const command of chunk.toString().split('\r\n').filter(Boolean)) {
        if (command.startsWith(silentAfter)) return
        isText = command.startsWith('DATA')
        socket.write(isText ? '354 go\r\n' : '250 ok\r\n')
      }
    })
  })
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  ends.push(() => {
    for (const socket of sockets) socket.destroy()
    silent.close()
  })
  const place = silent.address()
  return `smtp://127.0.0.1:${typeof place === 'object' && place ? place.port : 0}`
}

test.each(['nothing', 'MAIL', 'DATA'] as const)(
  'PORTS-63 A server that falls silent before the letter’s text (after %s) has not got it: try later',
  async (silentAfter) => {
    const transport = transportTo(await startSilent(silentAfter), 300)
    expect(await transport.send(letter('silent@example.test'))).toMatchObject({ outcome: 'refused', permanent: false })
  },
)

test('PORTS-64 A server that falls silent with the letter’s text in hand may have it: nobody can say', async () => {
  const transport = transportTo(await startSilent('the text'), 300)
  await expect(transport.send(letter('silent@example.test'))).rejects.toThrow()
})

test('PORTS-65 Line breaks in any part of a letter make neither a field nor a recipient (letters.md 16)', async () => {
  server.answer(() => ({ kind: 'take' }))
  const calendar = (fileName: string) => [
    { fileName, contentType: 'text/calendar; charset=utf-8', content: 'BEGIN:VCALENDAR' },
  ]
  const plain = letter('plain@example.test', {
    headers: { 'Reply-To': 'shop@example.test', 'List-Id': 'autumn <list.example.test>' },
    attachments: calendar('live.ics'),
  })
  const broken = letter('broken@example.test', {
    fromName: '店家\nReply-To: y@example.test',
    subject: '春季\r\nBcc: x@example.test',
    headers: { 'Reply-To': 'shop@example.test', 'List-Id': 'autumn\r\nX-Bad: 1 <list.example.test>' },
    attachments: calendar('live\r\nX-Bad: 1.ics'),
  })
  const transport = transportTo(server.url)
  for (const each of [plain, broken]) await transport.send(each)
  const [clean = [], found = []] = [plain, broken].map(({ to }) => headFields(server.receivedBy(to)[0]?.message ?? ''))
  const names = (fields: typeof clean) => fields.map(([name]) => name)
  expect(names(found)).toEqual(names(clean))
  expect(names(found)).not.toContain('bcc')
  expect(found.filter(([name]) => name === 'reply-to')).toEqual([['reply-to', 'shop@example.test']])
  expect(server.receivedBy(broken.to).map(({ to }) => to)).toEqual([[broken.to]])
  expect(server.receivedBy(broken.to)[0]?.message).not.toMatch(/^(?:X-Bad|Bcc):/im)
})

test('PORTS-66 A subject that looks like HTML arrives as it was written (letters.md 15)', async () => {
  server.answer(() => ({ kind: 'take' }))
  const subject = "A&B <b>店</b> O'K"
  await transportTo(server.url).send(letter('subject@example.test', { subject }))
  const fields = headFields(server.receivedBy('subject@example.test')[0]?.message ?? '')
  expect(fields.filter(([name]) => name === 'subject').map(([, value]) => decodedField(value))).toEqual([subject])
})

test('PORTS-68 What keeps every letter out is no error of this one: nobody listens, greets or lets the sender in; a busy mail box is one', async () => {
  const isAway = async (transport: MailTransport) => {
    const sent = await transport.send(letter('away@example.test'))
    return sent.outcome === 'refused' && sent.isAway === true
  }
  expect(await isAway(transportTo('smtp://127.0.0.1:1'))).toBe(true)
  expect(await isAway(transportTo(await startSilent('nothing'), 300))).toBe(true)
  expect(await isAway(transportTo(await startSilent('MAIL'), 300))).toBe(false)
  for (const [at, code, away] of [
    ['connect', 421, true],
    ['connect', 554, true],
    ['recipient', 450, false],
    ['message', 451, false],
  ] as const) {
    server.answer(() => ({ kind: 'refuse', at, code }))
    expect([at, code, await isAway(transportTo(server.url))]).toEqual([at, code, away])
  }
})
