import { guarded } from '../guarded.ts'
import type { Bus, BusLog } from './bus.ts'
import { topics } from './topics.ts'

/** For one process: handlers run after the publisher's turn, with the message as it would arrive over a network. */
export const inProcessBus = (log: BusLog): Bus => {
  const known = topics(log, { first: () => {}, last: () => {} })
  let closed = false
  return {
    publish: (topic, message) => {
      known.countPublished()
      if (closed) return known.reportError({ topic }, 'bus: published after it was closed')
      if (!known.heard(topic)) return
      let text: string
      try {
        text = JSON.stringify(message)
      } catch (error) {
        return known.reportError({ topic, err: error }, 'bus: a message that is not JSON')
      }
      setImmediate(guarded(log, 'bus: a message could not be handed on', () => known.deliver(topic, text)))
    },
    subscribe: (topic, handle) => known.subscribe(topic, handle),
    ready: async () => {},
    counts: () => known.counts(),
    close: async () => {
      closed = true
      known.clear()
    },
  }
}
