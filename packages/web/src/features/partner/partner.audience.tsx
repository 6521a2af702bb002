import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { PartnerPage } from './audience/partner-page.tsx'

/** /partner/{partnerId}: what a partner earns, behind a session of its own; the data comes with the browser's own calls. */
export const audiencePage = defineAudiencePage<{ readonly partnerId: string }>({
  texts: ['partner'],
  head: ({ t }) => ({ title: t('partner')('title'), noindex: true }),
  View: ({ data, origin }) => <PartnerPage partnerId={data.partnerId} origin={origin} />,
})
