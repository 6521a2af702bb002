import { defineAudiencePage } from '../../lib/audience/audience-page.ts'
import { EndPage } from './audience/ended/end-page.tsx'
import { Farewell } from './audience/ended/farewell.tsx'
import { roomPage } from './audience/entry/room-page-head.ts'
import { LazyEndPage, LazyFarewell } from './audience/room/room-views.tsx'

LazyEndPage.give(EndPage)
LazyFarewell.give(Farewell)

/** Where there is no room to enter any more. */
export const audiencePage = defineAudiencePage({ ...roomPage, texts: [...roomPage.texts, 'room/ended'] })
