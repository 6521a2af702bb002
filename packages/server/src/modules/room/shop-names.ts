import { type NameFault, shopNameCheck } from '@kaimai/contract/room/shop-name.rules.ts'
import type { Clock } from '../../platform/clock.ts'
import { createHeld } from '../../platform/held.ts'
import type { FirmService } from '../firm/firm.service.ts'

export interface ShopNamesDeps {
  readonly clock: Clock
  readonly firms: Pick<FirmService, 'publicFirm'>
  /** Names of the members of a firm, and of its virtual users. */
  readonly people: readonly ((firmId: string) => Promise<readonly string[]>)[]
}

/** A new name is kept from viewers after so long; one who has it already is marked. */
const heldMs = 5_000
const maxHeld = 500

/** What of a name reads like the shop of a live, or like one of its people; undefined: nothing. */
export type NameFaultOf = (
  live: { readonly firmId: string; readonly hostName?: string | undefined },
  name: string,
) => Promise<NameFault | undefined>

/** Knows who speaks for a shop: the shop, the live's host, its members and its virtual users. */
export const createShopNames = ({ firms, people, clock }: ShopNamesDeps): NameFaultOf => {
  const checks = createHeld<(name: string) => NameFault | undefined>({ forMs: heldMs, max: maxHeld, clock })
  const read = async (firmId: string, hostName: string) => {
    const [{ name }, ...called] = await Promise.all([firms.publicFirm(firmId), ...people.map((read) => read(firmId))])
    return shopNameCheck({ shop: [name, hostName], people: called.flat() })
  }
  return async ({ firmId, hostName = '' }, name) => {
    const check = await checks.get(`${firmId} ${hostName}`, () => read(firmId, hostName))
    return check(name)
  }
}
