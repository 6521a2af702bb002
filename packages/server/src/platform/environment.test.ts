import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readEnvironment } from './environment.ts'

const errorsOf = (env: NodeJS.ProcessEnv): string => {
  try {
    readEnvironment(env)
  } catch (error) {
    return error instanceof Error ? error.message : ''
  }
  return ''
}

const longSecret = 'a'.repeat(32)

test('PLATFORM-1 Without any variable the server is the one a newcomer starts', () => {
  expect(readEnvironment({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    isHostSet: false,
    dataDir: resolve('data'),
    demo: true,
    databaseUrl: undefined,
    redisUrl: undefined,
    s3: undefined,
    roles: new Set(['console', 'room', 'purchase', 'worker']),
    publicUrl: 'http://localhost:3000',
    audienceUrl: undefined,
    trustProxy: [],
    secret: undefined,
    sandbox: false,
    smtpUrl: undefined,
    metaGraphUrl: 'https://graph.facebook.com/v25.0',
    tiktokEventsUrl: 'https://business-api.tiktok.com/open_api/v1.3/event/track/',
    ecpayUrl: 'https://payment.ecpay.com.tw',
    newebpayUrl: 'https://core.newebpay.com',
    linepayUrl: 'https://api-pay.line.me',
    paynowUrl: undefined,
    paynowScriptUrl: 'https://js.paynow.com.tw/sdk/v2/index.js',
    surenotifyUrl: 'https://mail.surenotifyapi.com',
    minFreeDiskBytes: 200 * 1024 * 1024,
    databaseTimeoutMs: 60_000,
    databasePlans: true,
    logLevel: 'warn',
  })
})

test('PLATFORM-2 Every variable is read, and an empty one counts as not set', () => {
  const environment = readEnvironment({
    PORT: '8080',
    HOST: '0.0.0.0',
    KAIMAI_DATA: '/srv/kaimai',
    KAIMAI_DEMO: '0',
    DATABASE_URL: 'postgres://u:p@db/kaimai',
    REDIS_URL: 'redis://cache:6379',
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'b',
    S3_KEY: 'k',
    S3_SECRET: 's',
    ROLES: 'room, worker',
    PUBLIC_URL: 'https://console.example/',
    AUDIENCE_URL: 'https://{firm}.live.example',
    TRUST_PROXY: '10.0.0.0/8, ::1, loopback',
    KAIMAI_SECRET: longSecret,
    KAIMAI_SANDBOX: '1',
    SMTP_URL: '',
    META_GRAPH_URL: 'http://127.0.0.1:4000/v25.0/',
    TIKTOK_EVENTS_URL: 'off',
    ECPAY_URL: 'http://127.0.0.1:4001/',
    NEWEBPAY_URL: 'https://ccore.newebpay.com/',
    LINEPAY_URL: 'off',
    PAYNOW_URL: 'https://sandboxapi.paynow.com.tw/',
    LOG_LEVEL: 'warn',
  })
  expect(environment).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    isHostSet: true,
    dataDir: '/srv/kaimai',
    demo: false,
    s3: { endpoint: 'https://s3.example', bucket: 'b', key: 'k', secret: 's', region: 'auto' },
    roles: new Set(['room', 'worker']),
    publicUrl: 'https://console.example',
    audienceUrl: 'https://{firm}.live.example',
    trustProxy: ['10.0.0.0/8', '::1', 'loopback'],
    sandbox: true,
    smtpUrl: undefined,
    metaGraphUrl: 'http://127.0.0.1:4000/v25.0',
    tiktokEventsUrl: undefined,
    ecpayUrl: 'http://127.0.0.1:4001',
    newebpayUrl: 'https://ccore.newebpay.com',
    linepayUrl: undefined,
    paynowUrl: 'https://sandboxapi.paynow.com.tw',
  })
})

test('PLATFORM-3 All errors of the environment are reported together, by name and as text, and no value is repeated', () => {
  const words = errorsOf({
    PORT: '99999',
    KAIMAI_DEMO: 'yes',
    DATABASE_URL: 'mysql://root:hunter2@db/x',
    ROLES: 'room,cook',
    PUBLIC_URL: 'https://console.example/path',
    AUDIENCE_URL: 'live.example',
    TRUST_PROXY: 'everyone',
    S3_BUCKET: 'b',
    KAIMAI_SECRET: 'short-secret',
    META_GRAPH_URL: 'graph.facebook.com',
    LOG_LEVEL: 'loud',
  })
  expect(words.split('\n')[0]).toBe('The environment has 11 errors:')
  for (const name of [
    'PORT: is a number from 0 to 65535',
    'KAIMAI_DEMO: is 1 or 0',
    'DATABASE_URL: is a URL that begins with postgres://',
    'ROLES: is a list of console, room, purchase, worker',
    'PUBLIC_URL: is an origin',
    'AUDIENCE_URL: is an origin',
    'TRUST_PROXY: is a list of addresses',
    'S3_ENDPOINT, S3_KEY, S3_SECRET: needed too',
    'KAIMAI_SECRET: at least 32 characters',
    'META_GRAPH_URL: is a URL that begins with https:// or http://, or off',
    'LOG_LEVEL: is fatal, error',
  ]) {
    expect(words).toContain(`\n  ${name}`)
  }
  expect(words).not.toMatch(/hunter2|short-secret/)
})

test('PLATFORM-4 The embedded database takes all four roles or refuses', () => {
  expect(errorsOf({ ROLES: 'room' })).toContain('ROLES: the embedded database serves one process')
  expect(errorsOf({ ROLES: 'worker,purchase,room,console' })).toBe('')
  expect(errorsOf({ ROLES: 'room', DATABASE_URL: 'postgres://db/x', KAIMAI_SECRET: longSecret })).toBe('')
})

test('PLATFORM-5 PostgreSQL needs the secret', () => {
  expect(errorsOf({ DATABASE_URL: 'postgres://db/x' })).toContain('KAIMAI_SECRET: needed with DATABASE_URL')
  expect(errorsOf({ DATABASE_URL: 'postgres://db/x', KAIMAI_SECRET: `${longSecret},short` })).toContain('at least 32')
})
