import type { PublicRoom } from '@kaimai/contract/room/room.routes.ts'
import type { AudiencePage } from '../../../../lib/audience/audience-page.ts'
import { preloadPicture } from '../../../../lib/audience/preload-picture.ts'
import { structuredEvent } from '../../../../lib/audience/structured-data.ts'
import { RoomPage } from '../room/room-page.tsx'
import { posterSizes } from '../stage/poster-sizes.ts'
import type { RoomPageData } from './page-data.ts'
import { hasReplay, roomStatusAt } from './room-status.ts'

/** What a chat program or a search engine says of a room at most, in characters. */
const descriptionMax = 120

/** Which of the room's pages draws this: each brings what its first picture needs, and no more. */
const kindOf = ({ room, view }: RoomPageData): string => {
  if (room === null || view === 'expired' || view === 'replaced') return 'room-over'
  if (view === 'replay' && hasReplay(room, Date.parse(room.now))) return 'room-replay'
  switch (roomStatusAt(room, Date.parse(room.now))) {
    case 'ended':
    case 'cancelled':
    case 'draft':
      return 'room-over'
    case 'scheduled':
    case 'open':
      return 'room-waiting'
    case 'live':
      return 'room'
  }
}

const eventOf = (room: PublicRoom, path: string) =>
  structuredEvent({
    name: room.liveName,
    beginAt: room.beginAt,
    endAt: room.endAt,
    isCancelled: room.status === 'cancelled',
    path: room.anonymousAllowed ? path : room.signupPath || path,
    picture: room.posterUrl,
    firmName: room.firm.name,
    offer: { price: 0, currency: room.products[0]?.currency ?? 'TWD', isLeft: true },
  })

/** The page of a room, whatever its face. */
export const roomPage: AudiencePage<RoomPageData> = {
  texts: ['room'],
  theme: 'dark',
  head: ({ data: { room, view, userId }, t: textOf }) => {
    const text = textOf('room')
    if (room === null) return { title: text('page.gone'), noindex: true, themeColor: '#0d0e12' }
    const path = `/stream/${room.streamId}/anonymous`
    const products = room.products.map(({ productName }) => productName).join(text('page.and'))
    return {
      title: `${room.liveName}｜${room.firm.name}`,
      description: text('page.description', { firm: room.firm.name, products }).slice(0, descriptionMax),
      ...(room.posterUrl === '' ? {} : { image: room.posterUrl, imageAlt: room.liveName }),
      // A personal link is nobody else's; and only the room itself is worth finding.
      noindex: userId !== null || view !== 'anonymous',
      themeColor: '#0d0e12',
      siteName: room.firm.name,
      canonical: path,
      ...(room.status === 'ended' || room.status === 'draft' ? {} : { structured: [eventOf(room, path)] }),
      icon: room.firm.imgUrl,
      ...(view === 'expired' || view === 'replaced' ? {} : { preload: preloadPicture(room.posterUrl, posterSizes) }),
    }
  },
  View: RoomPage,
  kindOf,
}
