import type { Clock } from '../../platform/clock.ts'
import { type LetterQueueStore, platformSender, type Recipient } from './letter-queue.store.ts'
import type { TransportPauses } from './transport-pauses.ts'
import { type FirmSender, type LetterTransports, transportNameOf } from './transports.ts'

/** Letters that a worker takes at once, in equal shares for all firms that have any. */
const claimSize = 200
/** Of a transport that takes many at once, so many times as many: who hands them over does not wait for the next at each turn. */
const claimTimes = 10
/** Longer than a worker needs for what it took; then another may take it. */
const claimLeaseMs = 10 * 60_000
const channels = ['email', 'sms'] as const

/** One of each sender after the other, those of one sender in their order: who has a single letter waits for nobody's hundreds. */
const inTurns = (claimed: readonly Recipient[]): Recipient[] => {
  const queues = [...Map.groupBy(claimed, ({ firmId }) => firmId).values()]
  if (queues.length === 1) return [...claimed]
  const longest = Math.max(0, ...queues.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) => queues.flatMap((queue) => queue[at] ?? [])).flat()
}

/** What a worker takes, and by what it leaves. */
export const createLetterClaims = (deps: {
  readonly store: Pick<LetterQueueStore, 'claim'>
  readonly clock: Clock
  readonly pauses: TransportPauses
  readonly senderOf: (firmId: string) => Promise<FirmSender | undefined>
  readonly transports: Pick<LetterTransports, 'of' | 'concurrency'>
}) => {
  const { store, clock, pauses } = deps
  const size = Math.max(claimSize, claimTimes * deps.transports.concurrency)

  /** The firms' own senders and transports, and those of the platform, by who sends. */
  const sendersOf = async (ids: readonly string[]) =>
    new Map(
      await Promise.all(
        [...new Set(ids)].map(async (id) => {
          const sender = id === platformSender ? undefined : await deps.senderOf(id)
          return [id, { sender, by: await deps.transports.of(sender) }] as const
        }),
      ),
    )

  return {
    /** At most, where all share it evenly. */
    size,
    sendersOf,

    /** Takes due letters in equal shares; by a transport that is away none, or one of each sender as a probe. */
    claim: async (ids: readonly string[]): Promise<Recipient[]> => {
      const share = Math.max(1, Math.floor(size / ids.length))
      const at = { now: clock.now(), leaseUntil: new Date(clock.ms() + claimLeaseMs) }
      if (!pauses.isAnyClosed())
        return inTurns(await store.claim({ ...at, share, queues: ids.map((sender) => ({ sender, channel: 'any' })) }))
      const senders = await sendersOf(ids)
      const queues = ids.flatMap((sender) => channels.map((channel) => ({ sender, channel })))
      const byState = Map.groupBy(queues, ({ sender, channel }) => {
        const by = senders.get(sender)?.by
        return by ? pauses.stateOf(transportNameOf(by, { firmId: sender, channel })) : 'open'
      })
      const claimed = await store.claim({ ...at, share, queues: byState.get('open') ?? [] })
      return [...inTurns(claimed), ...(await store.claim({ ...at, share: 1, queues: byState.get('probing') ?? [] }))]
    },
  }
}
