import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { pageHead } from './audience/page-head.ts'
import { SignUpPage } from './audience/sign-up-page.tsx'

/** /{sign-up|register|front-form|f}/{customUrl}: the public page of a sign-up form. */
export const audiencePage = defineAudiencePage<PublicSignup>({
  texts: ['signup'],
  head: ({ data, t }) => pageHead(data, t('signup')),
  View: SignUpPage,
})
