import type { BusCounts, BusLog } from './bus.ts'

type Handle = (message: unknown) => void

export interface TopicEvents {
  /** The topic's first subscriber came. */
  first(topic: string): void
  /** The topic's last subscriber left. */
  last(topic: string): void
}

/** Who listens to what within this process, and the counting that both buses share. */
export const topics = (log: BusLog, events: TopicEvents) => {
  const handlers = new Map<string, Set<{ handle: Handle }>>()
  let published = 0
  let delivered = 0
  let failed = 0

  const reportError = (facts: object, message: string): void => {
    failed += 1
    log.warn(facts, message)
  }

  return {
    countPublished: (): void => {
      published += 1
    },
    reportError,
    subscribe: (topic: string, handle: Handle): (() => void) => {
      // An object of its own, so that the same function may subscribe twice.
      const subscriber = { handle }
      const present = handlers.get(topic)
      if (present) present.add(subscriber)
      else {
        handlers.set(topic, new Set([subscriber]))
        events.first(topic)
      }
      return () => {
        const all = handlers.get(topic)
        if (!all?.delete(subscriber) || all.size > 0) return
        handlers.delete(topic)
        events.last(topic)
      }
    },
    heard: (topic: string): boolean => handlers.has(topic),
    names: (): string[] => [...handlers.keys()],
    /** Hands a message on to those who listen now; a handler that throws doesn't keep it from the others. */
    deliver: (topic: string, text: string): void => {
      const all = handlers.get(topic)
      if (!all) return
      let message: unknown
      try {
        message = JSON.parse(text)
      } catch (error) {
        reportError({ topic, err: error }, 'bus: a message that is not JSON')
        return
      }
      const now = [...all]
      for (const subscriber of now) {
        if (!all.has(subscriber)) continue
        try {
          delivered += 1
          subscriber.handle(message)
        } catch (error) {
          reportError({ topic, err: error }, 'bus: a handler failed')
        }
      }
    },
    clear: (): void => handlers.clear(),
    counts: (): BusCounts => ({ published, delivered, failed }),
  }
}
