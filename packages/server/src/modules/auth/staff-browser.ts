import type { Clock } from '../../platform/clock.ts'
import type { Surroundings } from '../../platform/http/bind.ts'
import type { Secret } from '../../platform/secret.ts'

const cookieName = 'kaimai_staff'
const purpose = 'staff-browser'
const lastsSeconds = 12 * 3600

const preview = { cookie: 'kaimai_preview_', ticket: 'preview-ticket', held: 'preview-browser' } as const
/** From the console's host to the room's: a redirect. */
const ticketSeconds = 60

/**
 * Marks the browser in which a member logs in, by an HttpOnly cookie that names the firm and ends after 12 hours: who
 * looks at a room of their own firm in it is no viewer. It gives no right to anything.
 */
export const createStaffBrowsers = ({ secret, clock }: { secret: Pick<Secret, 'sign' | 'verify'>; clock: Clock }) => {
  /** `room`: the stream id that it holds for alone; empty: all of the firm's. */
  const written = (use: string, firmId: string, room: string, seconds: number): string => {
    const text = `${firmId}.${clock.ms() + seconds * 1000}`
    return `${text}.${secret.sign(use, room === '' ? text : `${text}.${room}`)}`
  }
  const firmIn = (use: string, given: string, room: string): string | undefined => {
    const [firmId = '', untilMs = '', signature = '', ...more] = given.split('.')
    const text = `${firmId}.${untilMs}`
    if (more.length > 0 || !secret.verify(use, room === '' ? text : `${text}.${room}`, signature)) return undefined
    return Number(untilMs) > clock.ms() ? firmId : undefined
  }
  const firmOf = ({ cookie }: Pick<Surroundings, 'cookie'>): string | undefined =>
    firmIn(purpose, cookie(cookieName) ?? '', '')

  return {
    mark: ({ setCookie }: Pick<Surroundings, 'setCookie'>, firmId: string): void =>
      // For pages too: one that leads to a room on another host hands a ticket on.
      setCookie(cookieName, written(purpose, firmId, '', lastsSeconds), { maxAgeSeconds: lastsSeconds }),

    unmark: ({ setCookie }: Pick<Surroundings, 'setCookie'>): void => {
      setCookie(cookieName, '', { maxAgeSeconds: 0 })
    },

    /** The firm of whose staff this browser is; undefined: of none. */
    firmOf,

    /** The same in one room: on a host without the console a ticket has said so. */
    firmInRoom: (from: Pick<Surroundings, 'cookie'>, streamId: string): string | undefined =>
      firmOf(from) ?? firmIn(preview.held, from.cookie(preview.cookie + streamId) ?? '', streamId),

    /** For the address of a room on another host, where this browser's cookie is not sent; undefined: none of the staff. */
    previewTicket: (from: Pick<Surroundings, 'cookie'>, streamId: string): string | undefined => {
      const firmId = firmOf(from)
      return firmId === undefined ? undefined : written(preview.ticket, firmId, streamId, ticketSeconds)
    },

    /** Takes a ticket in for its one room; whatever else comes changes nothing. */
    takeTicket: ({ setCookie }: Pick<Surroundings, 'setCookie'>, streamId: string, ticket: string): void => {
      const firmId = firmIn(preview.ticket, ticket, streamId)
      if (firmId === undefined) return
      const text = written(preview.held, firmId, streamId, lastsSeconds)
      setCookie(preview.cookie + streamId, text, { maxAgeSeconds: lastsSeconds, path: '/api' })
    },
  }
}
export type StaffBrowsers = ReturnType<typeof createStaffBrowsers>
