// The talkers of the busy-room bench, in a process of its own: several dozen viewers who say so many comments a second
// together, each within what the room lets one say. Arguments: address of the server, streamId, viewers. How many comments a
// second is a message, which is answered with what came of those before.
import { protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import { roomLimits } from '@kaimai/contract/room/room.limits.ts'
import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { callApi } from '../e2e/harness/api.ts'
import { openRawSocket, type RawSocket } from '../e2e/harness/raw-socket.ts'
import { bannedWord } from './busy-room-acts.ts'

export interface TalkersReport {
  readonly said: number
  /** Comments that the room has confirmed as written, and those that it refused. */
  readonly confirmed: number
  readonly refused: number
  /** Viewers whose connection was lost. */
  readonly lost: number
  /** Since the last report: how long the latest comment took from its sender to another viewer, milliseconds. */
  readonly latestMs: number
}

const talk = [
  '好漂亮',
  '這個顏色有現貨嗎？',
  '我上次買的很好用，推薦給大家',
  '主播晚安',
  '可以微波嗎？',
  '哈哈哈哈哈',
  '請問尺寸大概多大，放得進一般的烘碗機嗎？',
  '❤️❤️❤️',
  '已下單！期待收到',
  '跟我家的餐具好搭，想要整組帶走，請問有整組的優惠嗎',
  '+1',
  '第一次來看',
] as const

const [url = '', streamId = '', viewersText = ''] = process.argv.slice(2)
const viewers = Number(viewersText)
const report = { said: 0, confirmed: 0, refused: 0, lost: 0, latestMs: 0 }

/** When a comment was sent, by its id; and by its place in the room, until both who sent it and who sees it are known. */
const sentAt = new Map<string, number>()
const confirmedOf = new Map<number, number>()
const seenOf = new Map<number, number>()

const meet = (seq: number): void => {
  const [sent, seen] = [confirmedOf.get(seq), seenOf.get(seq)]
  if (sent === undefined || seen === undefined) return
  report.latestMs = Math.max(report.latestMs, seen - sent)
  confirmedOf.delete(seq)
  seenOf.delete(seq)
}

const confirm = (payload: Buffer): void => {
  const { id, seq } = JSON.parse(payload.toString('utf8')) as { id: string; seq: number }
  report.confirmed += 1
  confirmedOf.set(seq, sentAt.get(id) ?? Number.NaN)
  sentAt.delete(id)
  meet(seq)
}

/** What one of them sees of all the others' comments. */
const see = (payload: Buffer): void => {
  const { events } = JSON.parse(payload.toString('utf8')) as { events: readonly { seq?: number; kind?: string }[] }
  const now = performance.now()
  for (const { seq, kind } of events) {
    if (seq === undefined || kind !== 'commented') continue
    seenOf.set(seq, now)
    meet(seq)
  }
}

/** One of 25 orders by comment, one of 100 is held back, one of 60 viewers' turns gives hearts beside. */
const wordsOf = (nth: number): string => {
  if (nth % 100 === 50) return `其他地方更便宜，${bannedWord} ${nth}`
  if (nth % 25 === 0) return `A0${(nth % 3) + 1}+1`
  return `${talk[nth % talk.length]}${nth % 4 === 0 ? ` ${nth}` : ''}`
}

const enter = async (index: number): Promise<RawSocket> => {
  const { ticket } = await callApi(url, roomRoutes.join, { body: { streamId, name: `觀眾${index + 1}號` } })
  const socket = await openRawSocket({
    port: Number(new URL(url).port),
    onText: (payload) => {
      // Only answers to oneself are read: a frame that all get begins otherwise, and one of them looks at it.
      const isWatched = index === 0
      if (payload.length > 400 && !isWatched) return
      if (payload.indexOf('"t":"frame"') !== -1) {
        if (isWatched) see(payload)
      } else if (payload.indexOf('"t":"said"') !== -1) confirm(payload)
      else if (payload.indexOf('"t":"refused"') !== -1) report.refused += 1
    },
    onEnd: () => (report.lost += 1),
  })
  socket.send(JSON.stringify({ t: 'join', v: protocolVersion, ticket, seq: 0 }))
  return socket
}

const sockets: RawSocket[] = []
for (let index = 0; index < viewers; index += 1) sockets.push(await enter(index))
setInterval(() => {
  for (const socket of sockets) socket.send(JSON.stringify({ t: 'heartbeat', at: 1 }))
}, roomLimits.heartbeatMs)

let perSecond = 0
let [since, saidBefore] = [performance.now(), 0]
/** What fell behind while the machine was busy is caught up with, as far as the room lets one viewer speak. */
const speak = (): void => {
  const due = saidBefore + Math.floor(((performance.now() - since) / 1000) * perSecond)
  for (let left = Math.min(due - report.said, viewers); left > 0; left -= 1) {
    const nth = report.said
    const socket = sockets[nth % sockets.length]
    sentAt.set(`comment-${nth}`, performance.now())
    socket?.send(JSON.stringify({ t: 'say', id: `comment-${nth}`, text: wordsOf(nth) }))
    if (nth % 60 === 0) socket?.send(JSON.stringify({ t: 'heart', count: 3 }))
    report.said += 1
  }
}
setInterval(speak, 20)
process.on('message', (next) => {
  process.send?.(report satisfies TalkersReport)
  report.latestMs = 0
  ;[since, saidBefore, perSecond] = [performance.now(), report.said, Number(next)]
})
process.on('disconnect', () => process.exit(0))
process.send?.('in')
