import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import type { Role } from '@kaimai/contract/common/access.ts'
import type { ErrorName } from '@kaimai/contract/common/error.ts'
import type { Answer, Sent } from '@kaimai/contract/common/route.ts'
import { pathOf, type Route } from '@kaimai/contract/common/route.ts'
import type { App } from '../src/app.ts'
import type { AuthTables } from '../src/modules/auth/auth.tables.ts'
import type { ManualClock } from '../src/platform/clock.ts'
import type { Bus } from '../src/platform/bus/bus.ts'
import type { Database } from '../src/platform/db/database.ts'
import { newId } from '../src/platform/ids.ts'
import type { Platform } from '../src/platform/platform.ts'
import type { DiskSpace } from '../src/platform/ports/disk-space.ts'
import { silentLog, testDatabase } from './database.ts'
import { expectDeclared } from './declared-errors.ts'
import { startApp } from './start-app.ts'

/** What came back over the wire. */
export interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
}

/** A member with a session: what its browser sends. */
export interface Member {
  readonly firmId: string
  readonly userId: string
  readonly account: string
  readonly token: string
  readonly deviceId: string
  readonly headers: Readonly<Record<string, string>>
}

export interface TestApp {
  readonly app: App
  readonly platform: Platform
  readonly clock: ManualClock
  /** A request as it is, for what `call` would not send. */
  readonly request: (given: {
    method: string
    url: string
    headers?: Record<string, string>
    payload?: string | Buffer
  }) => Promise<Reply>
  /** A route of the contract; throws `WireError` for an error answer. */
  readonly call: <R extends Route>(
    route: R,
    sent: Sent<R>,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer<R>>
  /** A new firm with its owner logged in. */
  readonly aFirm: (name?: string) => Promise<Member>
  /** Another member of the firm, logged in. */
  readonly aMember: (owner: Member, role: Role) => Promise<Member>
  readonly close: () => Promise<void>
}

export class WireError extends Error {
  readonly errorName: ErrorName
  readonly status: number
  readonly fields: Readonly<Record<string, string>>
  constructor(status: number, body: { error: { name: ErrorName; message: string; fields?: Record<string, string> } }) {
    super(`${status} ${body.error.name}: ${body.error.message} ${JSON.stringify(body.error.fields ?? {})}`)
    this.status = status
    this.errorName = body.error.name
    this.fields = body.error.fields ?? {}
  }
}

export const password = 'correct horse battery'

/** The path of a call with its parameters and query filled in. */
export const urlOf = (route: Route, sent: { params?: unknown; query?: unknown }): string => {
  const params = (sent.params ?? {}) as Record<string, string>
  const path = pathOf(route).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? `:${name}`))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((sent.query ?? {}) as Record<string, unknown>))
    if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `${path}?${query}` : path
}

/** A multipart body of text parts and files. */
export const multipart = (
  fields: Record<string, string>,
  files: Record<string, Uint8Array>,
): { payload: Buffer; headers: Record<string, string> } => {
  const boundary = `kaimai${newId()}`
  const parts: Buffer[] = []
  for (const [name, value] of Object.entries(fields))
    parts.push(Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`))
  for (const [name, bytes] of Object.entries(files))
    parts.push(
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
      Buffer.from(bytes),
      Buffer.from('\r\n'),
    )
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return { payload: Buffer.concat(parts), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** The real app on a fresh database of the set that KAIMAI_TEST_SET names, with a clock that stands until it is moved. */
export const testApp = async (
  options: {
    environment?: Record<string, string>
    startAt?: string
    diskSpace?: DiskSpace
    database?: Database
    bus?: Bus
  } = {},
): Promise<TestApp> => {
  const { startAt, environment = {}, diskSpace, database = await testDatabase(), bus } = options
  const { app, platform, clock, end } = await startApp({
    db: database,
    log: silentLog,
    environment,
    ...(startAt === undefined ? {} : { startAt }),
    ...(diskSpace === undefined ? {} : { diskSpace }),
    ...(bus === undefined ? {} : { bus }),
  })
  let count = 0

  const request: TestApp['request'] = async ({ method, url, headers, payload }) => {
    const reply = await app.http.inject({
      method: method as 'GET',
      url,
      headers: { ...headers },
      ...(payload === undefined ? {} : { payload }),
    })
    // Of a HEAD only what it would be is said.
    const isJson = reply.body !== '' && String(reply.headers['content-type']).includes('json')
    const body: unknown = isJson ? reply.json() : reply.body
    expectDeclared(method, url, body)
    return { status: reply.statusCode, body, headers: reply.headers }
  }

  const send = async (
    route: Route,
    sent: { params?: unknown; query?: unknown; body?: unknown },
    headers: Readonly<Record<string, string>>,
  ) => {
    const hasBody = sent.body !== undefined
    return request({
      method: route.method,
      url: urlOf(route, sent),
      headers: {
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...(route.idempotency === 'required' ? { 'idempotency-key': newId() } : {}),
        ...headers,
      },
      ...(hasBody ? { payload: JSON.stringify(sent.body) } : {}),
    })
  }

  const answerOf = (route: Route, { status, body }: Reply): unknown => {
    if (status >= 400) throw new WireError(status, body as ConstructorParameters<typeof WireError>[1])
    if ('kind' in route.answer && route.answer.kind === 'raw') return body
    const envelope = body as { data: unknown; page?: { total: number; cursor: string | null } }
    if (!envelope.page) return envelope.data
    return { items: envelope.data, total: envelope.page.total, cursor: envelope.page.cursor ?? undefined }
  }

  const memberOf = (profile: Answer<typeof authRoutes.login>, account: string, csrf: unknown): Member => ({
    firmId: profile.firmInfo.firmId,
    userId: profile.userInfo.userId,
    account,
    token: profile.userInfo.token,
    deviceId: profile.deviceId,
    headers: {
      authorization: `Bearer ${profile.userInfo.authorizationToken}`,
      'x-csrf-token': String(csrf),
      'x-firm-id': profile.firmInfo.firmId,
      'x-user-id': profile.userInfo.userId,
    },
  })

  const login = async (account: string, deviceId = `device-${account}`): Promise<Member> => {
    const reply = await send(authRoutes.login, { body: { account, password, deviceId } }, {})
    return memberOf(
      answerOf(authRoutes.login, reply) as Answer<typeof authRoutes.login>,
      account,
      reply.headers['x-csrf-token'],
    )
  }

  return {
    app,
    platform,
    clock,
    request,
    call: async (route, sent, headers = {}) =>
      answerOf(route, await send(route, sent as { params?: unknown }, headers)) as Answer<typeof route>,
    aFirm: async (name = '測試商家') => {
      count += 1
      const account = `owner${count}`
      await app.services.auth.found(
        { account, password, email: `${account}@example.com`, userName: '王小明', phone: '+886912345678' },
        { name },
      )
      return login(account)
    },
    aMember: async (owner, role) => {
      count += 1
      const account = `member${count}`
      const tables = platform.db.as<AuthTables>()
      const like = await tables
        .selectFrom('member')
        .selectAll()
        .where('id', '=', owner.userId)
        .executeTakeFirstOrThrow()
      await tables
        .insertInto('member')
        .values({ ...like, id: newId(), account, role, email: `${account}@example.com` })
        .execute()
      return login(account)
    },
    close: end,
  }
}
