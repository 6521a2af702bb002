import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { roomPage } from './audience/entry/room-page-head.ts'
import { ReplayRoom } from './audience/replay/replay-room.tsx'
import { LazyReplayRoom } from './audience/room/room-views.tsx'

LazyReplayRoom.give(ReplayRoom)

/** The replay of a live. */
export const audiencePage = defineAudiencePage({ ...roomPage, texts: [...roomPage.texts, 'room/replay'] })
