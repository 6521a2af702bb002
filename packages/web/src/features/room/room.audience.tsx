import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { roomPage } from './audience/entry/room-page-head.ts'
import { OnAir } from './audience/room/on-air.tsx'
import { LateOverStage, LateTalkSide } from './audience/room/late-live.ts'
import { OverStage } from './audience/room/over-stage.tsx'
import { LateOnAir } from './audience/room/room-views.tsx'
import { TalkSide } from './audience/room/talk-side.tsx'

LateOnAir.give(OnAir)
LateOverStage.give(OverStage)
LateTalkSide.give(TalkSide)

/** A room while its live runs. */
export const audiencePage = defineAudiencePage(roomPage)
