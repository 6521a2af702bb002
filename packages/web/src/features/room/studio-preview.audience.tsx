import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { StudioPreview } from './studio-preview/studio-preview.tsx'

/** The room as the studio shows it in a frame: empty until the studio tells what to show. */
export const audiencePage = defineAudiencePage<Readonly<Record<string, never>>>({
  texts: ['room'],
  theme: 'dark',
  head: ({ t }) => ({ title: t('room')('stage.video'), noindex: true, themeColor: '#0d0e12' }),
  View: StudioPreview,
})
