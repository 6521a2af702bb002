import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { roomPage } from './audience/entry/room-page-head.ts'
import { OnAir } from './audience/room/on-air.tsx'
import { LazyRemindButton } from './audience/remind/lazy-remind.ts'
import { RemindButton } from './audience/remind/remind-button.tsx'
import { LazyOnAir } from './audience/room/room-views.tsx'
import { LazyWaiting, LazyWaitingCorner } from './audience/waiting/lazy-waiting.tsx'
import { Waiting, WaitingCorner } from './audience/waiting/waiting.tsx'

LazyOnAir.give(OnAir)
LazyRemindButton.give(RemindButton)
LazyWaiting.give(Waiting)
LazyWaitingCorner.give(WaitingCorner)

/** A room before its live begins. */
export const audiencePage = defineAudiencePage(roomPage)
