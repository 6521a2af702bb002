import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { type Appointment, icsOf } from '../../../lib/audience/calendar-links.ts'
import type { Session } from './page-data.ts'

/**
 * A seat as it goes into a calendar; `path` is the personal link, `linkWords` stand before it, `nowMs` is the time by the
 * server's clock. In the browser only.
 */
export const calendarEntryOf = (
  page: Pick<PublicSignup, 'signupTitle' | 'firm'>,
  session: Session,
  { path, linkWords, nowMs }: { path: string; linkWords: string; nowMs: number },
): Appointment & { readonly text: string } => {
  const url = new URL(path, location.origin).href
  return {
    // The same for the same session, so that adding it twice makes one entry.
    uid: `${session.key}@${location.hostname}`,
    title: `${page.signupTitle}｜${page.firm.name}`,
    text: `${session.title}\n${linkWords}\n${url}`,
    url,
    beginAtMs: Date.parse(session.beginAt),
    endAtMs: Date.parse(session.endAt),
    nowMs,
  }
}

const urlLifeMs = 60_000

/** Hands the browser an .ics file: Apple's calendar and Outlook open it by themselves. */
export const saveCalendarFile = (appointment: Appointment): void => {
  const url = URL.createObjectURL(new Blob([icsOf(appointment)], { type: 'text/calendar' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'kaimai.ics'
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), urlLifeMs)
}
