import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { roomPage } from './audience/entry/room-page-head.ts'
import { OnAir } from './audience/room/on-air.tsx'
import { LateOnAir } from './audience/room/room-faces.tsx'

LateOnAir.give(OnAir)

/** A room while its live runs. */
export const audiencePage = defineAudiencePage(roomPage)
