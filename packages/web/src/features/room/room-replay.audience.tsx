import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { roomPage } from './audience/entry/room-page-head.ts'
import { ReplayRoom } from './audience/replay/replay-room.tsx'
import { LateReplayRoom } from './audience/room/room-views.tsx'

LateReplayRoom.give(ReplayRoom)

/** The replay of a live. */
export const audiencePage = defineAudiencePage(roomPage)
