import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { atEnd, handed, later, letter, startScript, transportTo } from '../../../test/smtp-script.ts'
import { smtpMail } from './smtp-mail.ts'
import { silentLog } from '../../../test/database.ts'

test('PORTS-75 Words that come behind the answer to STARTTLS, before there is TLS, are no words of the server: nothing is sent', async () => {
  for (const injected of ['250 ok\r\n', '250-AUTH', 'x']) {
    const server = await startScript({
      extensions: ['STARTTLS', 'AUTH PLAIN'],
      answer: (command) => (command === 'STARTTLS' ? `220 go\r\n${injected}` : undefined),
    })
    const transport = transportTo(server.port, { login: 'user:open-sesame@' })
    expect(await transport.send(letter())).toMatchObject(later(true))
    expect(server.commands).toEqual([expect.stringMatching(/^EHLO/), 'STARTTLS'])
  }
})

/** Signed by itself, for mail.example and 127.0.0.1, until 2126. */
const certificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTpSHY0lR+imXQr1s
DMIzC2k8x3uq+gVrJa7SOn31gtmhRANCAAR+QDmTC87pcJI1PgaHwcLs3qZoe1j/
gWuMLpsWer/OtyTdG8BTlzb85Fxofhds5C+NzRyFn/AvJ62yWLnaRGpw
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBpTCCAUqgAwIBAgIUeqxYpWwdQUxcP2t6mDiHYPuoLYcwCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMbWFpbC5leGFtcGxlMCAXDTI2MTEyODIxMjIzMFoYDzIxMjYx
MTA0MjEyMjMwWjAXMRUwEwYDVQQDDAxtYWlsLmV4YW1wbGUwWTATBgcqhkjOPQIB
BggqhkjOPQMBBwNCAAR+QDmTC87pcJI1PgaHwcLs3qZoe1j/gWuMLpsWer/OtyTd
G8BTlzb85Fxofhds5C+NzRyFn/AvJ62yWLnaRGpwo3IwcDAdBgNVHQ4EFgQUqmFJ
IBLQucw++Td7adfMj+aqhVwwHwYDVR0jBBgwFoAUqmFJIBLQucw++Td7adfMj+aq
hVwwDwYDVR0TAQH/BAUwAwEB/zAdBgNVHREEFjAUggxtYWlsLmV4YW1wbGWHBH8A
AAEwCgYIKoZIzj0EAwIDSQAwRgIhAMQZQdWix6ulirjBOR9cwNKNiSaeFexkV+XL
eObthqIGAiEA2Znbh22VpiGGtvSabQV7AcjCfNRX+0AGcJ97NOebEgA=
-----END CERTIFICATE-----`,
}

/** smtp-server with a certificate that it has signed itself. */
const startWithTls = async (secure: boolean) => {
  const taken: { readonly secure: boolean; readonly user: unknown }[] = []
  const logins: string[] = []
  const server = new SMTPServer({
    secure,
    ...certificate,
    authMethods: ['LOGIN'],
    onAuth: (auth, session, done) => {
      logins.push(`${auth.method} ${auth.username} ${auth.password} ${String(session.secure)}`)
      if (auth.password === '芝麻:開門') done(null, { user: auth.username })
      else done(Object.assign(new Error('no'), { responseCode: 535 }))
    },
    onData: (stream, session, done) => {
      void buffer(stream).then(() => {
        taken.push({ secure: session.secure, user: session.user })
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const place = server.server.address()
  atEnd(() => new Promise<void>((done) => server.close(done)))
  return { port: typeof place === 'object' && place ? place.port : 0, taken, logins }
}
const login = `user:${encodeURIComponent('芝麻:開門')}@`
const anyCertificate = '?tls.rejectUnauthorized=false'

test.each([['smtp'], ['smtps']])(
  'PORTS-76 A certificate that nobody has signed is refused (%s), unless the URL says otherwise; a login goes over TLS',
  async (scheme) => {
    const server = await startWithTls(scheme === 'smtps')
    const refused = await transportTo(server.port, { login, scheme }).send(letter())
    expect(refused).toMatchObject(later(true))
    expect(server.logins).toEqual([])
    expect(await transportTo(server.port, { login, scheme, query: anyCertificate }).send(letter())).toEqual(
      handed('one'),
    )
    expect(server.logins).toEqual(['LOGIN user 芝麻:開門 true'])
    expect(server.taken).toEqual([{ secure: true, user: 'user' }])
  },
)

test('PORTS-77 A login that is refused lets no letter fail, and no password is in what is said of it', async () => {
  const server = await startWithTls(false)
  const wrong = await transportTo(server.port, { login: 'user:open-sesame@', query: anyCertificate }).send(letter())
  expect(wrong).toMatchObject(later(true))
  // A server that repeats what it was told.
  const parrot = await startScript({
    extensions: ['AUTH PLAIN'],
    answer: (command) => (command.startsWith('AUTH') ? '535 who is this\r\n' : undefined),
  })
  const repeated = await transportTo(parrot.port, { login: 'user:open-sesame@' }).send(letter())
  expect(repeated).toMatchObject({ ...later(true), reason: '535 who is this' })
  expect(parrot.commands[1]).toBe(`AUTH PLAIN ${Buffer.from('\0user\0open-sesame').toString('base64')}`)
  for (const outcome of [wrong, repeated]) expect(JSON.stringify(outcome)).not.toContain('open-sesame')
})

test.each([
  'a@b.tw>',
  '<a@b.tw',
  'a b@c.tw',
  'a@b.tw\r\nDATA',
  'a@b.tw\nx',
  'a\0@b.tw',
  'a@b@c.tw',
  '"a"@b.tw',
  'a@',
  '@b.tw',
  '',
  '王@b.tw',
  `a@${'b'.repeat(300)}.tw`,
])('PORTS-82 No server is told an address that is none or could be more than one: %j', async (to) => {
  const server = await startScript()
  expect(await transportTo(server.port).send(letter('one', { to }))).toMatchObject({
    outcome: 'refused',
    permanent: true,
  })
  expect(server.connections()).toBe(0)
})

test('PORTS-83 What the URL asks for holds: nothing is said without TLS where it is required, and a misspelled option is refused', async () => {
  const server = await startScript()
  expect(
    await transportTo(server.port, { query: '?requireTLS=true', login: 'user:open-sesame@' }).send(letter()),
  ).toMatchObject(later(true))
  expect(server.commands).toEqual([expect.stringMatching(/^EHLO/)])
  const offering = await startScript({ extensions: ['STARTTLS'] })
  expect(await transportTo(offering.port, { query: '?ignoreTLS=true&name=shop.example' }).send(letter())).toEqual(
    handed('one'),
  )
  expect(offering.commands[0]).toBe('EHLO shop.example')
  const many = smtpMail({ url: 'smtp://127.0.0.1?connections=2&lettersAtOnce=40', from: 'a@b.example', log: silentLog })
  expect(many.concurrency).toBe(40)
  for (const option of [
    'lettersAtOnce=0',
    'connections=many',
    'requireTls=true',
    'requireTLS=yes',
    'name=a%0d%0aRCPT',
    'pool=true',
  ]) {
    const open = () =>
      smtpMail({ url: `smtp://user:open-sesame@127.0.0.1?${option}`, from: 'a@b.example', log: silentLog })
    expect(open).toThrow(/^SMTP_URL: (?!.*open-sesame)/)
  }
})
