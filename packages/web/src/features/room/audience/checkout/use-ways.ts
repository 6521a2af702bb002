import type { DeliveryMethod } from '@kaimai/contract/order/order.schema.ts'
import { useCallback, useEffect, useState } from 'react'
import { isCallError } from '../../../../lib/http/call-error.ts'
import { offeredWays, type PayMethod } from './checkout.api.ts'

export interface Ways {
  readonly deliveries: readonly DeliveryMethod[]
  readonly payments: readonly PayMethod[]
}

/** The merchant's ways to deliver and to be paid; `problem`: why they are not known, in words. */
export const useWays = (streamId: string) => {
  const [ways, setWays] = useState<Ways>()
  const [problem, setProblem] = useState<string>()
  const load = useCallback(async (): Promise<Ways | undefined> => {
    try {
      const fresh = await offeredWays(streamId)
      setWays(fresh)
      setProblem(undefined)
      return fresh
    } catch (error) {
      setProblem(isCallError(error) ? error.message : String(error))
      return undefined
    }
  }, [streamId])
  useEffect(() => void load(), [load])
  return { ways, problem, load }
}
