import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import type { RoomPageData } from './audience/entry/page-data.ts'
import { RoomPage } from './audience/room/room-page.tsx'

/** What a chat program or a search engine says of a room at most, in characters. */
const descriptionMax = 120

export const audiencePage = defineAudiencePage<RoomPageData>({
  texts: ['room'],
  theme: 'dark',
  head: ({ data: { room, face, userId }, t }) => {
    const text = t('room')
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
})
