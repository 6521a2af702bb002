import type { RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'
import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { lateTexts } from './lazy-texts.ts'
import { TicketToast } from './news.tsx'
import { useToasts } from './use-toasts.ts'

/** The purchases of a live as they come up. */
const LiveToast = ({
  room,
  events,
  roomNowMs,
}: {
  readonly room: PublicRoom
  readonly events: readonly RoomEvent[]
  readonly roomNowMs: () => number
}) => <TicketToast toast={useToasts(events, room.products, roomNowMs)} marked={room.disclosure} />

/** The purchases with their own texts. */
export const loadLiveToast = () => withTexts(lateTexts, LiveToast)
