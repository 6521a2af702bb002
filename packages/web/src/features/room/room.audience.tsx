import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { roomPage } from './audience/entry/room-page-head.ts'
import { OnAir } from './audience/room/on-air.tsx'
import { LazyVideoOverlay, LazyChatColumn } from './audience/room/lazy-live.ts'
import { VideoOverlay } from './audience/room/video-overlay.tsx'
import { LazyOnAir } from './audience/room/room-views.tsx'
import { ChatColumn } from './audience/room/chat-column.tsx'

LazyOnAir.give(OnAir)
LazyVideoOverlay.give(VideoOverlay)
LazyChatColumn.give(ChatColumn)

/** A room while its live runs. */
export const audiencePage = defineAudiencePage(roomPage)
