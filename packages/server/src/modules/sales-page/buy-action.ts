import { Link } from '@kaimai/contract/common/fields.ts'
import { liveStatusAt } from '@kaimai/contract/live/live.rules.ts'
import type { BuyAction } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { FirmService } from '../firm/firm.service.ts'
import type { LiveReader, LiveRecord } from '../live/live-reader.service.ts'
import type { LiveService } from '../live/live.service.ts'

export interface BuyActionDeps {
  readonly clock: Clock
  readonly lives: Pick<LiveService, 'upcoming'>
  readonly liveReader: Pick<LiveReader, 'findMany'>
  readonly firms: Pick<FirmService, 'publicFirm'>
  /** Path of a form that offers the live; '' when there is none. */
  readonly signupPath: (firmId: string, liveId: string) => Promise<string>
}

/** Lives looked at, the soonest first. */
const max = 20

/**
 * Where a visitor of a sales page buys: in the room that sells one of its products now, else by signing up for the next
 * live that does, else by asking the seller.
 */
export const createBuyAction =
  ({ clock, lives, liveReader, firms, signupPath }: BuyActionDeps) =>
  async (firmId: string, productIds: readonly string[]): Promise<BuyAction | null> => {
    const coming = (await lives.upcoming(firmId, clock.now())).slice(0, max)
    const records = await liveReader.findMany(
      firmId,
      coming.map(({ id }) => id),
    )
    const sold = new Set(productIds)
    const selling = coming.flatMap(({ id }) => {
      const live = records.find((record) => record.id === id)
      return live?.productIds.some((productId) => sold.has(productId)) ? [live] : []
    })
    const at = (live: LiveRecord) => ({ beginAt: new Date(live.beginAtMs).toISOString() })
    const running = selling.find((live) => live.anonymousAllowed && liveStatusAt(live, clock.ms()) === 'live')
    if (running) return { kind: 'room', href: `/stream/${running.streamId}/anonymous`, ...at(running) }
    for (const live of selling) {
      const href = await signupPath(firmId, live.id)
      if (href !== '') return { kind: 'signup', href, ...at(live) }
    }
    const { contactLink } = await firms.publicFirm(firmId)
    const isLink = contactLink !== '' && Link(300).safeParse(contactLink).success
    return isLink ? { kind: 'contact', href: contactLink, beginAt: null } : null
  }
