import type { AudiencePage } from '../../../../lib/audience/audience-page.ts'
import { RoomPage } from '../room/room-page.tsx'
import type { RoomPageData } from './page-data.ts'
import { hasReplay, roomStatusAt } from './room-status.ts'

/** What a chat program or a search engine says of a room at most, in characters. */
const descriptionMax = 120

/** Which of the room's pages draws this: each brings what its first picture needs, and no more. */
const kindOf = ({ room, face }: RoomPageData): string => {
  if (room === null || face === 'notFound' || face === 'expired') return 'room-over'
  if (face === 'replay' && hasReplay(room, Date.parse(room.now))) return 'room-replay'
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

/** The page of a room, whatever its face. */
export const roomPage: AudiencePage<RoomPageData> = {
  texts: ['room'],
  theme: 'dark',
  head: ({ data: { room, face, userId }, t: textOf }) => {
    const text = textOf('room')
    if (room === null) return { title: text('page.gone'), noindex: true, themeColor: '#0d0e12' }
    const goods = room.products.map(({ productName }) => productName).join(text('page.and'))
    return {
      title: `${room.liveName}｜${room.firm.name}`,
      description: text('page.description', { firm: room.firm.name, goods }).slice(0, descriptionMax),
      ...(room.posterUrl === '' ? {} : { image: room.posterUrl }),
      // A personal link is nobody else's; and only the room itself is worth finding.
      noindex: userId !== null || face !== 'anonymous',
      themeColor: '#0d0e12',
      ...(room.posterUrl === '' ? {} : { preload: [{ href: room.posterUrl, as: 'image' as const }] }),
    }
  },
  View: RoomPage,
  status: ({ room, face }) => (room === null || face === 'notFound' ? 404 : 200),
  kindOf,
}
