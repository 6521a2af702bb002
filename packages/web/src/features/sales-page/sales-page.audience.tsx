import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { ClosedView, MissingView } from './audience/closed-view.tsx'
import type { SalesPageData, Sale } from './audience/page-data.ts'
import { SalesView } from './audience/sales-view.tsx'
import { SoonView } from './audience/soon-view.tsx'

const descriptionMax = 140

const firstWords = ({ blocks }: Sale): string => {
  const text = blocks.find((block) => block.kind === 'text')
  return text?.kind === 'text' ? text.text.replace(/\s+/g, ' ').trim().slice(0, descriptionMax) : ''
}

const firstPicture = ({ blocks, products }: Sale): string => {
  const card = blocks.find((block) => block.kind === 'product')
  return (card?.kind === 'product' ? card.product.imageUrl : '') || (products[0]?.imageUrl ?? '')
}

const views = { open: SalesView, scheduled: SoonView, closed: ClosedView } as const

/** /s/{customUrl}: a landing page that sells products. */
export const audiencePage = defineAudiencePage<SalesPageData>({
  texts: ['sales-page'],
  head: ({ data, t }) => {
    if ('missing' in data) return { title: t('sales-page')('missing.title'), noindex: true }
    const { title, lead, firm, posters, metaTitle, metaDescription, metaImage } = data
    const image = metaImage || posters[0] || firstPicture(data)
    const [poster] = posters
    return {
      title: metaTitle || t('sales-page')('head.title', { title, firm: firm.name }),
      description: metaDescription || lead || firstWords(data),
      themeColor: data.colorToneId,
      canonical: `/s/${data.customUrl}`,
      ...(data.state === 'closed' ? { noindex: true } : {}),
      ...(image ? { image } : {}),
      ...(poster === undefined ? {} : { preload: [{ href: poster, as: 'image' }] }),
    }
  },
  View: ({ data }) => {
    if ('missing' in data) return <MissingView />
    const Shown = views[data.state]
    return <Shown sale={data} />
  },
  status: (data) => ('missing' in data ? 404 : data.state === 'closed' ? 410 : 200),
})
