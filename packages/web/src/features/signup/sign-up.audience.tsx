import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { MissingView } from './audience/missing-view.tsx'
import type { SignUpPageData } from './audience/page-data.ts'
import { pageHead } from './audience/page-head.ts'
import { SignUpPage } from './audience/sign-up-page.tsx'

/** /{sign-up|register|front-form|f}/{customUrl}: the public page of a sign-up form. */
export const audiencePage = defineAudiencePage<SignUpPageData>({
  texts: ['signup'],
  head: ({ data, t }) =>
    'missing' in data
      ? { title: t('signup')(`missing.${data.missing}.title`), noindex: true }
      : pageHead(data, t('signup')),
  View: ({ data, path }) =>
    'missing' in data ? <MissingView missing={data.missing} path={path} /> : <SignUpPage data={data} />,
  status: (data) => ('missing' in data ? (data.missing === 'gone' ? 410 : 404) : 200),
})
