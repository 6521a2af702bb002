import type { DeliveryMethod } from '@kaimai/contract/order/order.schema.ts'
import { useCallback, useEffect, useState } from 'react'
import { isCallError } from '../../../../lib/http/call-error.ts'
import { offeredWays, type PayMethod } from './checkout.api.ts'

export interface Ways {
  readonly deliveries: readonly DeliveryMethod[]
  readonly payments: readonly PayMethod[]
}

interface Known {
  readonly ways?: Ways | undefined
  /** Why they are not known, in words. */
  readonly problem?: string | undefined
}

const ask = async (streamId: string): Promise<Known> => {
  try {
    return { ways: await offeredWays(streamId) }
  } catch (error) {
    return { problem: isCallError(error) ? error.message : String(error) }
  }
}

/** The merchant's ways to deliver and to be paid; what was known stays when asking again fails. */
export const useWays = (streamId: string) => {
  const [known, setKnown] = useState<Known>({})
  const take = useCallback((fresh: Known): Ways | undefined => {
    setKnown((before) => (fresh.ways ? fresh : { ...before, ...fresh }))
    return fresh.ways
  }, [])
  const load = useCallback(async () => take(await ask(streamId)), [streamId, take])
  useEffect(() => {
    void ask(streamId).then(take)
  }, [streamId, take])
  return { ...known, load }
}
