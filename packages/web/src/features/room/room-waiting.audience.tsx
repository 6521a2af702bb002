import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { roomPage } from './audience/entry/room-page-head.ts'
import { OnAir } from './audience/room/on-air.tsx'
import { LateRemindButton } from './audience/remind/late-remind.ts'
import { RemindButton } from './audience/remind/remind-button.tsx'
import { LateOnAir } from './audience/room/room-views.tsx'
import { LateWaiting, LateWaitingCorner } from './audience/waiting/late-waiting.tsx'
import { Waiting, WaitingCorner } from './audience/waiting/waiting.tsx'

LateOnAir.give(OnAir)
LateRemindButton.give(RemindButton)
LateWaiting.give(Waiting)
LateWaitingCorner.give(WaitingCorner)

/** A room before its live begins. */
export const audiencePage = defineAudiencePage(roomPage)
