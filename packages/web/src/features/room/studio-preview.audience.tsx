import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { LateOverStage, LateTalkSide } from './audience/room/late-live.ts'
import { OverStage } from './audience/room/over-stage.tsx'
import { TalkSide } from './audience/room/talk-side.tsx'
import { StudioPreview } from './studio-preview/studio-preview.tsx'

LateOverStage.give(OverStage)
LateTalkSide.give(TalkSide)

/** The room as the studio shows it in a frame: empty until the studio sends what to show. */
export const audiencePage = defineAudiencePage<Readonly<Record<string, never>>>({
  texts: ['room'],
  theme: 'dark',
  head: ({ t }) => ({ title: t('room')('stage.video'), noindex: true, themeColor: '#0d0e12' }),
  View: StudioPreview,
})
