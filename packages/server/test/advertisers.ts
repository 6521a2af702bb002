import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

/** A call that reached a stand-in for an advertiser's server. */
export interface AdvertiserCall {
  readonly target: 'meta' | 'tiktok'
  readonly path: string
  readonly token: string
  readonly body: Record<string, unknown>
  readonly events: readonly Record<string, unknown>[]
}

type Answer = { readonly status: number; readonly body: unknown }

export const metaTaken = (count: number): Answer => ({ status: 200, body: { events_received: count, messages: [] } })
export const tiktokTaken: Answer = { status: 200, body: { code: 0, message: 'OK', data: {} } }

/** Meta's and TikTok's servers in one; `answer` may refuse a call. */
export const startAdvertisers = async (answer: (call: AdvertiserCall) => Answer | undefined = () => undefined) => {
  const calls: AdvertiserCall[] = []
  const given = { answer }
  const server = createServer((request, response) => {
    void json(request).then((read) => {
      const body = read as Record<string, unknown>
      const url = new URL(request.url ?? '/', 'http://x')
      const target = url.pathname.startsWith('/graph/') ? 'meta' : 'tiktok'
      const token = url.searchParams.get('access_token') ?? String(request.headers['access-token'] ?? '')
      const events = Array.isArray(body['data']) ? body['data'] : []
      const call: AdvertiserCall = { target, path: url.pathname, token, body, events }
      calls.push(call)
      const said = given.answer(call) ?? (target === 'meta' ? metaTaken(events.length) : tiktokTaken)
      response.writeHead(said.status, { 'content-type': 'application/json' }).end(JSON.stringify(said.body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    calls,
    /** Events of all calls to one of them. */
    eventsAt: (target: AdvertiserCall['target']) =>
      calls.filter((call) => call.target === target).flatMap(({ events }) => events),
    answerWith: (next: typeof answer) => {
      given.answer = next
    },
    environment: {
      META_GRAPH_URL: `http://127.0.0.1:${port}/graph/v25.0`,
      TIKTOK_EVENTS_URL: `http://127.0.0.1:${port}/tiktok/`,
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type Advertisers = Awaited<ReturnType<typeof startAdvertisers>>
