import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { SandboxPage } from './audience/sandbox-page.tsx'

/** /sandbox-pay/{token}: the hosted page of the built-in gateway. */
export const audiencePage = defineAudiencePage<{ readonly token: string }>({
  texts: ['payment'],
  head: ({ t }) => ({ title: t('payment')('title'), noindex: true }),
  View: ({ data }) => <SandboxPage token={data.token} />,
})
