import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import type { PageHead } from '../../../lib/audience/audience-page.ts'
import { preloadPicture } from '../../../lib/audience/preload-picture.ts'
import { structuredEvent } from '../../../lib/audience/structured-data.ts'
import { plainWords } from '../../../lib/rich-text/plain-words.ts'
import type { Text } from '../../../lib/i18n/use-text.tsx'
import { posterSizes } from './poster.tsx'

/** More sessions than this reach search engines by the page itself. */
const maxPublishedSessions = 5

/** What chats, feeds and search engines learn of a form's page. */
export const pageHead = (page: PublicSignup, t: Text): PageHead => {
  const { signupTitle, firm, posters, ticket, sessions, products } = page
  const [poster] = posters
  const image = page.metaImage || poster
  const description = page.metaDescription || plainWords(page.signupContent)
  const path = `/f/${page.customUrl}`
  const price = { price: ticket?.price ?? 0, currency: ticket?.currency ?? products[0]?.currency ?? 'TWD' } as const
  return {
    title: page.metaTitle || t('head.title', { title: signupTitle, firm: firm.name }),
    description,
    themeColor: page.colorToneId,
    canonical: path,
    siteName: firm.name,
    ...(firm.imgUrl === '' ? {} : { icon: firm.imgUrl }),
    ...(image ? { image, imageAlt: signupTitle } : {}),
    preload: preloadPicture(poster ?? '', posterSizes),
    structured: sessions
      .filter(({ state }) => state !== 'over')
      .slice(0, maxPublishedSessions)
      .map(({ title, beginAt, endAt, state }) =>
        structuredEvent({
          name: title === '' || title === signupTitle ? signupTitle : `${signupTitle}｜${title}`,
          description,
          beginAt,
          endAt,
          path,
          picture: image,
          firmName: firm.name,
          offer: { ...price, isLeft: state !== 'full' && ticket?.left !== 0 },
        }),
      ),
  }
}
