import type { Language } from '@kaimai/contract/common/language.ts'
import type { LiveStatus } from '@kaimai/contract/live/live.rules.ts'
import { emptyRoom, type RoomState } from '@kaimai/contract/room/room.state.ts'
import type { Clock } from '../../../../lib/clock/clock.ts'
import { createStore, type Store } from '../../../../lib/store/store.ts'
import type { RoomClient, RoomClientOptions, RoomView } from '../../room-client.ts'
import { isFailedCall } from '../../../../lib/http/failed-call.ts'
import type { DeviceMemory } from '../../../../lib/audience/device-memory.ts'
import { forgetViewerKey, rememberedViewerKey, rememberViewerKey } from './device-memory.ts'
import { type JoinError, joinErrorOf } from './join-error.ts'
import type { ServerClock } from './server-clock.ts'
import type { Joined } from './viewer.api.ts'

export interface VisitView {
  /** The viewer, once let in; stored when the connection is lost or the live ends. */
  readonly viewer: Pick<Joined, 'viewerKey' | 'name' | 'anonymous' | 'cart'> | undefined
  readonly failure: JoinError | undefined
  /** Opened in so many other windows that this one was given up. */
  readonly replaced: boolean
  readonly socket: RoomView['socket']
  /** The room is full; the page asks again by itself. */
  readonly full: boolean
  /** The room asks whether somebody is watching. */
  readonly asked: boolean
  readonly room: RoomState
}

/** The server takes a ticket for a minute. */
const ticketMs = 30_000

/** A message that was not said, in words for its writer. */
export interface Refused {
  readonly text: string
  readonly message: string
}

export interface VisitOptions {
  readonly streamId: string
  /** Of a personal link. */
  readonly userId: string | null
  readonly language: Language
  /** The room's status, asked for again: a live may have been moved or closed. Undefined when there was no answer. */
  readonly look: () => Promise<LiveStatus | undefined>
  readonly anonymousAllowed: () => boolean
  /** The call that lets in, with its code: the time in its answer must not wait for that. */
  readonly loadJoin: () => Promise<(who: { streamId: string; viewerKey?: string; name?: string }) => Promise<Joined>>
  /** The protocol's client, fetched when a room is first entered. */
  readonly loadClient: () => Promise<(options: Omit<RoomClientOptions, 'url'>) => RoomClient>
  readonly memory: DeviceMemory
  readonly serverClock: ServerClock
  readonly clock: Clock
  readonly onRefused: (refused: Refused) => void
  /** The server ended the room: what is known of it is old. */
  readonly onEnded: () => void
}

export interface Visit {
  readonly view: Pick<Store<VisitView>, 'get' | 'subscribe'>
  /** Comes in; does nothing while it is in, or on its way. */
  enter(): void
  /** Says something; why not, in words, when it can't be said. */
  say(text: string, question?: boolean): string | undefined
  /** Answers the question of an unclear order. `of`: seq of the comment. */
  choose(of: number, variantId: string, quantity: number): void
  /** Votes in a poll, by the place of an option. */
  vote(poll: string, option: number): void
  /** Gives a heart; false: it doesn't count. */
  readonly heart: () => boolean
  /** Answers that somebody is watching. */
  readonly watching: () => void
  /** An anonymous viewer gives a name, and comes in again under it. Throws CallError. */
  rename(name: string): Promise<void>
  /** Says who watches the replay, without a line: for the cart, and for what counts as watched. Throws CallError. */
  introduce(): Promise<void>
  /** The page is seen again, or online again. */
  wake(): void
  serverNow(): number
  leave(): void
}

/** A viewer's stay in a room: joins by the link or anonymously, holds the connection, comes back after a reload. */
export const createVisit = (options: VisitOptions): Visit => {
  const { streamId, userId, language, memory, serverClock, clock, onRefused } = options
  const store = createStore<VisitView>({
    viewer: undefined,
    failure: undefined,
    replaced: false,
    socket: 'connecting',
    full: false,
    asked: false,
    room: emptyRoom,
  })
  const show = (change: Partial<VisitView>): void => store.set({ ...store.get(), ...change })
  let client: RoomClient | undefined
  let stopListening: (() => void) | undefined
  let entering = false
  /** This number rises when the viewer leaves: answers to earlier calls don't count. */
  let stay = 0
  /** Said before there was a client to say it. */
  let unsaid: { readonly text: string; readonly question: boolean | undefined }[] = []

  const joined = async (who: { viewerKey?: string; name?: string }): Promise<Joined> => {
    const join = await options.loadJoin()
    const sentMs = clock.now()
    const answer = await join({ streamId, ...who })
    serverClock.learn({ sentMs, receivedMs: clock.now(), serverMs: Date.parse(answer.now) })
    if (userId === null) rememberViewerKey(memory, streamId, answer.viewerKey)
    const { viewerKey, name, anonymous, cart } = answer
    show({ viewer: { viewerKey, name, anonymous, cart }, failure: undefined })
    return answer
  }

  /** A ticket for the socket; undefined when the viewer is not let in, which `refusal` says. */
  const ticket = async (isReplay = false): Promise<string | undefined> => {
    const storedKey = userId === null ? rememberedViewerKey(memory, streamId) : undefined
    const viewerKey = userId ?? storedKey
    try {
      return (await joined(viewerKey === undefined ? {} : { viewerKey })).ticket
    } catch (error) {
      const isKnownError = isFailedCall(error, 'gone') || isFailedCall(error, 'forbidden')
      // The end of a live keeps no viewer of its replay out.
      const status = isKnownError && !isReplay ? await options.look() : 'live'
      // Without a code one error can't be distinguished from another: the call is tried again.
      if (status === undefined) throw error
      const failure = joinErrorOf(error, {
        status,
        anonymousAllowed: options.anonymousAllowed(),
        key: userId !== null ? 'personal' : storedKey === undefined ? 'none' : 'kept',
      })
      if (failure === undefined) throw error
      if (failure === 'keyForgotten') {
        forgetViewerKey(memory, streamId)
        return ticket(isReplay)
      }
      entering = false
      show({ failure })
      return undefined
    }
  }

  const hangUp = (): void => {
    stopListening?.()
    client?.stop()
    client = undefined
  }

  /** `refused.message` is set while the client handles the error: the view then lacks the message. */
  const follow = (made: RoomClient, refused: { message?: string | undefined }): void => {
    const take = (): void => {
      const { room, socket, over, full, asked } = made.view.get()
      const before = store.get()
      const { message } = refused
      refused.message = undefined
      const lost =
        message === undefined
          ? undefined
          : before.room.pending.find(({ id }) => !room.pending.some((each) => each.id === id))
      // A new client knows nothing until it has joined: what was seen before stays until then.
      const isFresh = room.you === undefined && before.room.you !== undefined
      show({
        room: isFresh ? { ...before.room, pending: room.pending } : room,
        socket,
        full,
        asked,
        replaced: over === 'replaced',
        ...(over === 'blocked' ? { failure: 'blocked' as const } : {}),
      })
      if (lost && message !== undefined) onRefused({ text: lost.text, message })
      if (over !== undefined) entering = false
      if (over === 'roomEnded') options.onEnded()
    }
    client = made
    stopListening = made.view.subscribe(take)
    made.start()
    for (const { text, question } of unsaid) {
      const why = made.say(text, question)
      if (why) onRefused({ text, message: why[language] })
    }
    unsaid = []
    take()
  }

  /** `first`: asked for while the client's code is on its way. */
  const open = async (first: Promise<string | undefined>): Promise<void> => {
    const mine = stay
    const askedMs = clock.now()
    // The caller gets the error.
    first.catch(() => {})
    const create = await options.loadClient()
    if (mine !== stay) return
    hangUp()
    let known: typeof first | undefined = first
    const refused: { message?: string | undefined } = {}
    const made = create({
      ticket: async () => {
        const asked = known
        known = undefined
        return asked !== undefined && clock.now() - askedMs < ticketMs ? asked : ticket()
      },
      language,
      clock,
      onRefused: (message, again) => {
        if (!again) refused.message = message
      },
    })
    follow(made, refused)
  }

  return {
    view: store,
    enter: () => {
      if (entering) return
      entering = true
      show({ failure: undefined, replaced: false })
      // Offline the client's code can't be fetched: tried again when the page wakes.
      open(ticket()).catch(() => {
        entering = false
      })
    },
    say: (text, question) => {
      if (client) return client.say(text, question)?.[language]
      // The client knows what may be said: like the room, it answers what can't be.
      unsaid.push({ text, question })
      return undefined
    },
    watching: () => client?.watching(),
    heart: () => client?.heart() ?? false,
    vote: (poll, option) => client?.vote(poll, option),
    choose: (of, variantId, quantity) => client?.choose(of, variantId, quantity),
    rename: async (name) => {
      const { ticket: renamed } = await joined({ name })
      await open(Promise.resolve(renamed))
    },
    introduce: async () => {
      await ticket(true)
    },
    wake: () => client?.wake(),
    serverNow: () =>
      client !== undefined && store.get().room.you !== undefined ? client.serverNow() : serverClock.now(),
    leave: () => {
      stay += 1
      entering = false
      hangUp()
    },
  }
}
