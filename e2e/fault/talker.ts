import { Fact, protocolVersion, socketPath } from '@kaimai/contract/room/room.protocol.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { callApi } from '../harness/api.ts'
import { pause, type Stage, takeSeat, untilDone } from './viewer-connection.ts'

export interface Heard {
  readonly seq: number
  readonly text: string
}
export interface Said {
  readonly acknowledged: readonly Heard[]
  /** The room's comments from the first to the last, as the server tells them at the end. */
  readonly everything: readonly Heard[]
}

/** Says a message again and again, under the same id until it is acknowledged, over any number of lost lines. */
export const talker = async (url: string, stage: Stage, number: number, over: AbortSignal): Promise<Said> => {
  const viewerKey = await takeSeat(url, stage, stage.talk)
  const { streamId } = stage.talk
  const acknowledged: Heard[] = []
  let count = 0

  const connect = async (): Promise<WebSocket> => {
    const { ticket } = await callApi(url, roomRoutes.join, { body: { streamId, viewerKey } })
    const socket = new WebSocket(`${url.replace('http', 'ws')}${socketPath}`, { headers: { origin: url } } as never)
    await new Promise<void>((resolve, reject) => {
      socket.addEventListener('open', () =>
        socket.send(JSON.stringify({ t: 'join', v: protocolVersion, ticket, seq: 0 })),
      )
      socket.addEventListener('message', () => resolve(), { once: true })
      socket.addEventListener('error', () => reject(new Error('no line')), { once: true })
      socket.addEventListener('close', () => reject(new Error('no line')), { once: true })
    })
    return socket
  }

  let socket = await untilDone(connect)
  while (!over.aborted) {
    count += 1
    const id = `talk-${number}-${String(count).padStart(6, '0')}`
    const text = `${number} 說 ${count}`
    const seq = await untilDone(async () => {
      if (socket.readyState !== WebSocket.OPEN) socket = await connect()
      return new Promise<number>((resolve, reject) => {
        const done = new AbortController()
        const finish = (settle: () => void) => {
          done.abort()
          settle()
        }
        socket.addEventListener(
          'message',
          (event: MessageEvent) => {
            const fact = Fact.parse(JSON.parse(String(event.data)))
            if (fact.t === 'said' && fact.id === id) finish(() => resolve(fact.seq))
            else if (fact.t === 'refused' && fact.id === id) finish(() => reject(new Error(fact.error)))
          },
          { signal: done.signal },
        )
        socket.addEventListener('close', () => finish(() => reject(new Error('lost'))), { signal: done.signal })
        socket.send(JSON.stringify({ t: 'say', id, text }))
      })
    })
    acknowledged.push({ seq, text })
    await pause(250)
  }
  socket.close()
  return { acknowledged, everything: await everythingSaid(url, streamId, viewerKey) }
}

const everythingSaid = async (url: string, streamId: string, viewerKey: string): Promise<Heard[]> => {
  const all: Heard[] = []
  let before = 1_000_000_000
  for (;;) {
    const answer = await untilDone(() =>
      callApi(url, roomRoutes.history, { query: { streamId, before, limit: 100 } }, { 'x-viewer-key': viewerKey }),
    )
    const events = answer.events.filter((event) => 'seq' in event)
    if (events.length === 0) return all
    all.unshift(
      ...events.flatMap((event) => (event.kind === 'commented' ? [{ seq: event.seq, text: event.text }] : [])),
    )
    before = events[0]?.seq ?? 0
    if (before <= 1) return all
  }
}
