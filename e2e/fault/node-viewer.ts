import { type Fact, Fact as FactSchema, protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import { applyFact, emptyRoom, type RoomState } from '@kaimai/contract/room/room.reducer.ts'
import { openRawSocket, type RawSocket } from '../harness/raw-socket.ts'
import { pause } from './viewer-connection.ts'

/** A message of the test carries its number behind this. */
const mark = '~m'
export const textOf = (number: number): string => `${mark}${number}~ 大家好`

export interface NodeViewer {
  /** Numbers of the messages in the order in which they came in. */
  readonly heard: () => readonly number[]
  /** Of who reads all: the room as the page would have it. */
  readonly room: () => RoomState | undefined
  /** Says a message until it is acknowledged, over any number of lost lines; answers its seq. */
  readonly say: (number: number) => Promise<number>
  /** How often its line was lost, and how long it was away each time, in ms. */
  readonly away: () => readonly number[]
  readonly isIn: () => boolean
  readonly leave: () => void
}

export interface NodeViewerOptions {
  /** Ports of the nodes, the own one first: a lost line is tried there once more, then at the next, as behind a balancer. */
  readonly ports: readonly number[]
  readonly ticket: string
  /** Every fact is parsed and the room kept; else only marks are looked for. */
  readonly readsAll: boolean
}

/** The page's own client waits for some moment within this before it tries again. */
const retryWithinMs = 500

const lastNumber = (text: string, name: string): number => {
  const found = new RegExp(`"${name}":(\\d+)`).exec(text)
  return found === null ? 0 : Number(found[1])
}

/** A viewer who comes back whenever the line is lost; resolves when it is in the room. */
export const enterNode = async ({ ports, ticket, readsAll }: NodeViewerOptions): Promise<NodeViewer> => {
  const heard: number[] = []
  const away: number[] = []
  const waiting = new Map<number, { text: string; done: (seq: number) => void }>()
  let room: RoomState | undefined = readsAll ? emptyRoom : undefined
  let line: RawSocket | undefined
  let resume: string | undefined
  let [seq, since] = [0, 0]
  let lostAt = 0
  let isIn = false
  let hasLeft = false
  let entered: () => void = () => {}

  const sayAll = () => {
    for (const [number, { text }] of waiting) line?.send(JSON.stringify({ t: 'say', id: `message-${number}`, text }))
  }
  const listen = (payload: Buffer) => {
    for (let at = payload.indexOf(mark); at !== -1; at = payload.indexOf(mark, at + mark.length))
      heard.push(Number.parseInt(payload.toString('latin1', at + mark.length, at + mark.length + 8), 10))
    const head = payload.toString('latin1', 0, 12)
    if (readsAll) {
      const fact: Fact = FactSchema.parse(JSON.parse(payload.toString('utf8')))
      room = applyFact(room ?? emptyRoom, fact)
    }
    if (head.startsWith('{"t":"frame"')) {
      const text = payload.toString('latin1', 0, 120)
      ;[seq, since] = [Math.max(seq, lastNumber(text, 'seq')), lastNumber(text, 'now')]
    } else if (head.startsWith('{"t":"joined')) {
      const fact = FactSchema.parse(JSON.parse(payload.toString('utf8')))
      if (fact.t !== 'joined') return
      if (fact.reset) throw new Error('a viewer was told to begin anew')
      resume = fact.resume
      ;[seq, since] = [Math.max(seq, fact.seq), fact.now]
      if (lostAt > 0) away.push(performance.now() - lostAt)
      lostAt = 0
      isIn = true
      entered()
      sayAll()
    } else if (head.startsWith('{"t":"said"')) {
      const text = payload.toString('latin1')
      const number = lastNumber(text.replace('message-', '').replace('"id":"', '"id":'), 'id')
      waiting.get(number)?.done(lastNumber(text, 'seq'))
      waiting.delete(number)
    } else if (head.startsWith('{"t":"refused')) throw new Error(`refused: ${payload.toString('utf8')}`)
  }

  const connect = async (port: number): Promise<void> => {
    const opened = await openRawSocket({
      port,
      onText: listen,
      onEnd: () => {
        if (line !== opened) return
        line = undefined
        isIn = false
        lostAt = performance.now()
        void comeBack()
      },
    })
    line = opened
    const who = resume === undefined ? { t: 'join', ticket } : { t: 'resume', token: resume }
    opened.send(JSON.stringify({ ...who, v: protocolVersion, seq, since }))
  }
  const comeBack = async () => {
    for (let tries = 0; !hasLeft && line === undefined; tries += 1) {
      await pause(retryWithinMs * (0.5 + Math.random() / 2) * (tries === 0 ? 1 : 2))
      const port = ports[tries % ports.length]
      if (hasLeft || port === undefined) return
      await connect(port).catch(() => undefined)
    }
  }

  const isEntered = new Promise<void>((resolve) => {
    entered = resolve
  })
  await connect(ports[0] ?? 0)
  await isEntered
  return {
    heard: () => heard,
    room: () => room,
    say: (number) =>
      new Promise((done) => {
        waiting.set(number, { text: textOf(number), done })
        if (isIn) line?.send(JSON.stringify({ t: 'say', id: `message-${number}`, text: textOf(number) }))
      }),
    away: () => away,
    isIn: () => isIn,
    leave: () => {
      hasLeft = true
      const last = line
      line = undefined
      last?.end()
    },
  }
}
