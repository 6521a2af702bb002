import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { LazyVideoOverlay, LazyChatColumn } from './audience/room/lazy-live.ts'
import { VideoOverlay } from './audience/room/video-overlay.tsx'
import { ChatColumn } from './audience/room/chat-column.tsx'
import { StudioPreview } from './studio-preview/studio-preview.tsx'

LazyVideoOverlay.give(VideoOverlay)
LazyChatColumn.give(ChatColumn)

/** The room as the studio shows it in a frame: empty until the studio sends what to show. */
export const audiencePage = defineAudiencePage<Readonly<Record<string, never>>>({
  texts: ['room'],
  theme: 'dark',
  head: ({ t }) => ({ title: t('room')('stage.video'), noindex: true, themeColor: '#0d0e12' }),
  View: StudioPreview,
})
