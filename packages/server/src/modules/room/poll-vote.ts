import { formatErrorText, type ErrorText } from '@kaimai/contract/common/error-text.ts'
import type { ClientMessage, Fact } from '@kaimai/contract/room/room.protocol.ts'
import { pollErrors } from '@kaimai/contract/room/poll.errors.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log/log.ts'
import type { PollStore } from './poll.store.ts'
import type { RoomInstance } from './room-instance.ts'
import type { ViewerConnection } from './viewer-connection.ts'

type Vote = Extract<ClientMessage, { t: 'vote' }>
type Voted = Extract<Fact, { t: 'voted' }>

/** Takes votes, one a viewer, and tells a viewer who comes back what it voted for. */
export const createVoting = (deps: {
  readonly store: Pick<PollStore, 'vote' | 'voteOf'>
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}) => {
  const { store, clock, log } = deps
  /** In which poll a vote of its viewer was last sent to a connection: what was read before that may be older. */
  const answered = new WeakMap<ViewerConnection, string>()

  const sendOwn = async (instance: RoomInstance, connection: ViewerConnection, poll: string): Promise<void> => {
    const { firmId, liveUserId } = connection.identity
    const option = await store.voteOf(firmId, poll, liveUserId)
    if (option !== undefined && answered.get(connection) !== poll)
      instance.sendTo(connection, { t: 'voted', poll, option } satisfies Voted)
  }

  return {
    /** A viewer votes: the answer goes to all its devices here. It counts as a message. */
    vote: (instance: RoomInstance, connection: ViewerConnection, { poll, option }: Vote): void => {
      const { identity, language } = connection
      const viewer = instance.audience.find(identity.liveUserId)
      // The connection has been ended already.
      if (viewer === undefined) return
      const refuse = (reason: ErrorText): void =>
        instance.sendTo(connection, { t: 'voted', poll, refused: formatErrorText(reason, language) } satisfies Voted)
      if (instance.audience.speak(viewer, clock.ms()) !== undefined) return refuse(pollErrors.votedTooMuch)
      instance.showedLife(connection)
      const { id: liveId, firmId } = instance.live()
      store
        .vote({ firmId, liveId, pollId: poll, liveUserId: identity.liveUserId, option }, clock.now())
        .then((standing) => {
          if (standing === undefined) return refuse(pollErrors.pollOver)
          for (const each of viewer.connections) {
            answered.set(each, poll)
            instance.sendTo(each, { t: 'voted', poll, option: standing } satisfies Voted)
          }
        })
        .catch((error: unknown) => {
          log.warn({ err: error, liveId, poll }, 'a vote could not be written')
          refuse(pollErrors.notVoted)
        })
    },

    /** A viewer has come in while a poll stands. */
    entered: (instance: RoomInstance, connection: ViewerConnection): void => {
      const poll = instance.timeline.settings().poll?.opened.poll
      if (poll === undefined) return
      sendOwn(instance, connection, poll).catch((error: unknown) =>
        log.warn({ err: error, poll }, 'the vote of a viewer could not be read'),
      )
    },
  }
}
export type Voting = ReturnType<typeof createVoting>
