import * as acts from './room-acts.ts'
import type { TourStage } from './stage.ts'

type Way = string | (() => string | Promise<string>)
type More = { readonly act?: typeof acts.openCart; readonly meant?: RegExp; readonly leadsTo?: RegExp }

/** The audience's rooms in each of their states. */
export const roomStops = (stage: TourStage) => {
  const { rooms, runningPath, waiting, over, cancelled, waitingSeat, overSeat } = stage
  const stop = (name: string, route: string, path: Way, more: More = {}) => ({
    name: `room-${name}`,
    route,
    path: typeof path === 'string' ? () => path : path,
    as: 'guest' as const,
    ...more,
  })
  const anonymous = '/stream/:paramStreamId/anonymous'
  const own = '/stream/:paramStreamId/:userId'
  const replay = '/stream/:paramStreamId/:userId/replay'
  const expired = '/stream/:paramStreamId/expired'
  const notThere = { meant: /^404 GET / }
  return [
    stop('live', anonymous, runningPath, { act: acts.videoPlays }),
    stop('products', anonymous, runningPath, { act: acts.openProducts }),
    stop('cart', anonymous, runningPath, { act: acts.openCart }),
    stop('delivery', anonymous, runningPath, { act: acts.openDelivery }),
    stop('menu', anonymous, runningPath, { act: acts.openMenu }),
    stop('unclear', anonymous, rooms.apron, { act: acts.orderUnclear }),
    stop('held', anonymous, rooms.apron, { act: acts.orderHeld }),
    stop('slow', anonymous, rooms.slow, { act: acts.writeSlowly }),
    stop('full', anonymous, runningPath, { act: acts.findFull }),
    stop('replaced', anonymous, runningPath, { act: acts.findReplaced }),
    stop('blocked', anonymous, runningPath, { act: acts.findBlocked }),
    stop('youtube', anonymous, rooms.youtube, { act: acts.playYoutube }),
    stop('waiting', own, waitingSeat.path),
    stop('profile', own, waitingSeat.path, { act: acts.openProfile }),
    stop('cancelled', anonymous, `/stream/${cancelled.streamId}/anonymous`),
    stop('over', own, overSeat.path),
    stop('replay', replay, `${overSeat.path}/replay`),
    stop('replay-chapters', replay, rooms.replay, { act: acts.holdReplay }),
    stop('all-ended', expired, '/stream/noSuchRoomAnywhere/expired', notThere),
    stop('expired', expired, `/stream/${over.streamId}/expired`),
    stop('short-expired', '/stream/s/:shortUrl/expired', `/stream/s/${over.shortUrl}/expired`),
    // This browser has opened a link of its own there: it leads to that one.
    stop('short', '/stream/:shortUrl', `/stream/${waiting.shortUrl}`, {
      leadsTo: new RegExp(`/stream/${waiting.streamId}/[^/]+$`),
    }),
    stop('missing', anonymous, '/stream/noSuchRoomAnywhere/anonymous', notThere),
  ]
}
