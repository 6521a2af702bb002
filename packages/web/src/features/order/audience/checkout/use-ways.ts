import { useCallback, useEffect, useState } from 'react'
import { useLatest } from '../../../../lib/audience/use-latest.ts'
import { isCallError } from '../../../../lib/http/call-error.ts'
import type { CheckoutShop, Methods } from './checkout-shop.ts'

interface Known {
  readonly methods?: Methods | undefined
  /** Why they are not known, in words. */
  readonly problem?: string | undefined
}

/** The merchant's ways to deliver and to be paid; what was known stays when asking again fails. */
export const useMethods = (shop: CheckoutShop) => {
  const [known, setKnown] = useState<Known>({})
  const latest = useLatest(shop)
  const load = useCallback(async (): Promise<Methods | undefined> => {
    try {
      const methods = await latest.current.methods()
      setKnown({ methods })
      return methods
    } catch (error) {
      const problem = isCallError(error) ? error.message : String(error)
      setKnown((before) => ({ ...before, problem }))
      return undefined
    }
  }, [latest])
  const { id } = shop
  useEffect(() => {
    void Promise.resolve(id).then(load)
  }, [id, load])
  return { ...known, load }
}
