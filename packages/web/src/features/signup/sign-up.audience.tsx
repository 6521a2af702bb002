import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { MissingView } from './audience/missing-view.tsx'
import type { SignUpPageData } from './audience/page-data.ts'
import { SignUpPage } from './audience/sign-up-page.tsx'

const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|nbsp|#39);/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const descriptionMax = 140

/** /{sign-up|register|front-form|f}/{customUrl}: the public page of a sign-up form. */
export const audiencePage = defineAudiencePage<SignUpPageData>({
  texts: ['signup'],
  head: ({ data, t }) => {
    if ('missing' in data) return { title: t('signup')(`missing.${data.missing}.title`), noindex: true }
    const { metaTitle, metaDescription, metaImage, signupTitle, signupContent, firm, posters } = data
    const image = metaImage || posters[0]
    const [poster] = posters
    return {
      title: metaTitle || t('signup')('head.title', { title: signupTitle, firm: firm.name }),
      description: metaDescription || plainText(signupContent).slice(0, descriptionMax),
      themeColor: data.colorToneId,
      canonical: `/f/${data.customUrl}`,
      ...(image ? { image } : {}),
      ...(poster === undefined ? {} : { preload: [{ href: poster, as: 'image' }] }),
    }
  },
  View: ({ data }) => ('missing' in data ? <MissingView missing={data.missing} /> : <SignUpPage data={data} />),
  status: (data) => ('missing' in data ? (data.missing === 'gone' ? 410 : 404) : 200),
})
