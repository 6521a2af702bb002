import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { NotFound, type NotFoundData } from './audience/not-found.tsx'

/** Every public address where nothing stands: a mistyped or outdated link to a form, a sales page, a room, an order. */
export const audiencePage = defineAudiencePage<NotFoundData>({
  texts: ['firm'],
  head: ({ data: { what, shop }, t }) => ({
    title: t('firm')(`notFound.${what}.title`),
    noindex: true,
    ...(shop ? { icon: shop.imgUrl } : {}),
  }),
  View: NotFound,
  status: () => 404,
})
