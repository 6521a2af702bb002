import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { pathOf, type Answer, type Route, type Sent } from '@kaimai/contract/common/route.ts'

/** An error answer, with the code of the error table. */
export class ApiError extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(`code ${code}: ${message}`)
    this.code = code
  }
}

const urlOf = (base: string, route: Route, sent: { params?: unknown; query?: unknown }): string => {
  const params = (sent.params ?? {}) as Record<string, string>
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((sent.query ?? {}) as Record<string, unknown>))
    if (value !== undefined) query.set(name, String(value))
  return `${base}${pathOf(route).replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')}${query.size > 0 ? `?${query}` : ''}`
}

/** A call over the real wire; throws `ApiError` for an error answer and what fetch throws for a lost line. */
export const callApi = async <R extends Route>(
  base: string,
  route: R,
  sent: Sent<R>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<R>> => {
  const input = sent as { params?: unknown; query?: unknown; body?: unknown }
  const isForm = input.body instanceof FormData
  const response = await fetch(urlOf(base, route, input), {
    method: route.method,
    headers: { ...(input.body === undefined || isForm ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(input.body === undefined ? {} : { body: isForm ? (input.body as FormData) : JSON.stringify(input.body) }),
  })
  const body = (await response.json()) as {
    data: unknown
    page?: { total: number; cursor: string | null }
    error?: { code: number; message: string }
  }
  if (body.error) throw new ApiError(body.error.code, body.error.message)
  return (
    body.page ? { items: body.data, total: body.page.total, cursor: body.page.cursor ?? undefined } : body.data
  ) as Answer<R>
}

/** The headers of a member who logs in. */
export const loginApi = async (
  base: string,
  account: string,
  password: string,
): Promise<{ firmId: string; headers: Record<string, string> }> => {
  const response = await fetch(base + pathOf(authRoutes.login), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ account, password, deviceId: 'e2e-device' }),
  })
  const { data } = (await response.json()) as { data: Answer<typeof authRoutes.login> }
  return {
    firmId: data.firmInfo.firmId,
    headers: {
      authorization: `Bearer ${data.userInfo.authorizationToken}`,
      'x-csrf-token': response.headers.get('x-csrf-token') ?? '',
      'x-firm-id': data.firmInfo.firmId,
      'x-user-id': data.userInfo.userId,
    },
  }
}
