import type { LiveUserRecord } from '../viewer/viewer.service.ts'
import type { BroughtCart, RoomOrders } from './order-port.ts'

export interface CartBringingDeps {
  /** The anonymous viewer of a browser, by its mark. */
  readonly anonymousOf: (
    firmId: string,
    liveId: string,
    deviceMark: string,
  ) => Promise<{ readonly id: string } | undefined>
  /** Who signed up for the live in a browser. */
  readonly seatHeldBy: (firmId: string, liveId: string, device: string) => Promise<string | undefined>
  readonly deviceMark: (device: string) => string
  readonly bringCart: RoomOrders['bringCart']
}

const nothing: BroughtCart = { moved: 0, leftBehind: 0 }

/**
 * Who looked around anonymously, signed up in the same browser and comes by the personal link finds the cart there. In
 * another browser the link brings nothing: it may be a friend's.
 */
export const createCartBringing =
  ({ anonymousOf, seatHeldBy, deviceMark, bringCart }: CartBringingDeps) =>
  async (user: LiveUserRecord, device: string | undefined): Promise<BroughtCart> => {
    const { id, firmId, liveId, signupUserId, phone, email } = user
    if (signupUserId === null || device === undefined) return nothing
    const before = await anonymousOf(firmId, liveId, deviceMark(device))
    if (before === undefined || (await seatHeldBy(firmId, liveId, device)) !== signupUserId) return nothing
    return bringCart({ firmId, liveId }, before.id, { liveUserId: id, phone: phone ?? '', email: email ?? '' })
  }
