import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { preloadPicture } from '../../lib/audience/preload-picture.ts'
import { structuredProduct } from '../../lib/audience/structured-data.ts'
import { plainWords } from '../../lib/rich-text/plain-words.ts'
import { ClosedView } from './audience/closed-view.tsx'
import { posterSizes } from './audience/hero.tsx'
import type { Sale } from './audience/page-data.ts'
import { SalesView } from './audience/sales-view.tsx'
import { SoonView } from './audience/soon-view.tsx'

const descriptionMax = 140

const firstWords = ({ blocks }: Sale): string => {
  const text = blocks.find((block) => block.kind === 'text')
  return text?.kind === 'text' ? plainWords(text.text).slice(0, descriptionMax) : ''
}

const firstPicture = ({ blocks, products }: Sale): string => {
  const card = blocks.find((block) => block.kind === 'product')
  return (card?.kind === 'product' ? card.product.imageUrl : '') || (products[0]?.imageUrl ?? '')
}

/** The structured data for search engines: each product once. */
const soldOn = ({ customUrl, blocks, products }: Sale) => {
  const cards = blocks.flatMap((block) => (block.kind === 'product' ? [block.product] : []))
  return [...new Map([...cards, ...products].map((product) => [product.productId, product])).values()].map((product) =>
    structuredProduct({
      name: product.productName,
      description: plainWords(product.description),
      picture: product.imageUrl,
      path: `/s/${customUrl}`,
      offer: { price: product.price, currency: product.currency, isLeft: product.left > 0 },
    }),
  )
}

const views = { open: SalesView, scheduled: SoonView, closed: ClosedView } as const

/** /s/{customUrl}: a landing page that sells products. */
export const audiencePage = defineAudiencePage<Sale>({
  texts: ['sales-page'],
  head: ({ data, t }) => {
    const { title, lead, firm, posters, metaTitle, metaDescription, metaImage } = data
    const image = metaImage || posters[0] || firstPicture(data)
    const [poster] = posters
    return {
      title: metaTitle || t('sales-page')('head.title', { title, firm: firm.name }),
      description: metaDescription || lead || firstWords(data),
      themeColor: data.colorToneId,
      canonical: `/s/${data.customUrl}`,
      siteName: firm.name,
      icon: firm.imgUrl,
      imageAlt: title,
      structured: soldOn(data),
      ...(data.state === 'closed' ? { noindex: true } : {}),
      ...(image ? { image } : {}),
      preload: preloadPicture(poster ?? '', posterSizes),
    }
  },
  View: ({ data }) => {
    const Shown = views[data.state]
    return <Shown sale={data} />
  },
  status: (data) => (data.state === 'closed' ? 410 : 200),
})
