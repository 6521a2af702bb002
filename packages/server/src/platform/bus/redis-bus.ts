import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Bus, BusLog } from './bus.ts'
import { guarded } from '../guarded.ts'
import { redisClient } from './redis-client.ts'
import { topics } from './topics.ts'

const readyWithinMs = 2000
/** A dead line says nothing by itself: the subscriber asks whether Redis is still there. */
const pingEveryMs = 10_000

/** Over Redis PUBLISH/SUBSCRIBE: two connections a process, one of them only listening. */
export const redisBus = (options: { url: string; log: BusLog; prefix?: string }): Bus => {
  const prefix = options.prefix ?? 'kaimai:'
  const publisher = redisClient(options.url, 'bus-out', options.log)
  const listener = redisClient(options.url, 'bus-in', options.log)
  /** Per topic with subscribers, whether Redis has confirmed; a new object for each time of subscribing. */
  const wanted = new Map<string, { confirmed: boolean }>()
  let closed = false

  const ask = (names: string[]): void => {
    if (names.length === 0 || listener.status !== 'ready') return
    const asked = names.map((name) => wanted.get(name))
    listener.subscribe(...names.map((name) => prefix + name)).then(
      () => {
        for (const one of asked) if (one) one.confirmed = true
      },
      (error: unknown) => {
        if (!closed) reconnect(error)
      },
    )
  }
  const reconnect = (error: unknown): void => {
    known.reportError({ err: error }, 'bus: redis does not answer the listener, connecting again')
    listener.disconnect(true)
  }

  const known = topics(options.log, {
    first: (topic) => {
      wanted.set(topic, { confirmed: false })
      ask([topic])
    },
    last: (topic) => {
      wanted.delete(topic)
      if (listener.status === 'ready') listener.unsubscribe(prefix + topic).catch(() => {})
    },
  })

  const { log } = options
  const onClose = (): void => {
    for (const one of wanted.values()) one.confirmed = false
  }
  const onMessage = (channel: string, text: string): void => known.deliver(channel.slice(prefix.length), text)
  listener.on(
    'ready',
    guarded(log, 'bus: topics were not asked for', () => ask(known.names())),
  )
  listener.on('close', guarded(log, 'bus: a lost connection was not noted', onClose))
  listener.on('message', guarded(log, 'bus: a message could not be handed on', onMessage))

  const askWhetherThere = async (): Promise<unknown> => listener.status === 'ready' && listener.ping()
  const ping = setInterval(guarded(log, 'bus: redis does not answer', askWhetherThere, reconnect), pingEveryMs)
  ping.unref()

  const send = async (topic: string, text: string): Promise<void> => {
    try {
      await publisher.publish(prefix + topic, text)
    } catch (error) {
      known.reportError({ topic, err: error }, 'bus: a message could not be sent')
    }
  }

  const end = async (client: Redis): Promise<void> => {
    // `quit` lets what was published go out; it waits for ever on a connection that is away.
    if (client.status === 'ready') await client.quit().catch(() => {})
    client.disconnect()
  }

  return {
    publish: (topic, message) => {
      known.countPublished()
      if (closed) return known.reportError({ topic }, 'bus: published after it was closed')
      try {
        guarded(log, 'bus: a message could not be sent', send)(topic, JSON.stringify(message))
      } catch (error) {
        known.reportError({ topic, err: error }, 'bus: a message that is not JSON')
      }
    },
    subscribe: (topic, handle) => known.subscribe(topic, handle),
    ready: async () => {
      const until = Date.now() + readyWithinMs
      const settled = (): boolean => closed || [...wanted.values()].every((one) => one.confirmed)
      while (!settled() && Date.now() < until) await sleep(5)
    },
    counts: () => known.counts(),
    close: async () => {
      closed = true
      clearInterval(ping)
      known.clear()
      await Promise.all([end(publisher), end(listener)])
    },
  }
}
