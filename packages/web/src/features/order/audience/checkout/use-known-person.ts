import { useEffect, useState } from 'react'
import { useLatest } from '../../../../lib/audience/use-latest.ts'
import type { CheckoutShop, KnownPerson } from './checkout-shop.ts'

/** Who comes here, as the shop knows them; `onKnown` is called once with it. Who can't be asked after fills in by hand. */
export const useKnownPerson = (shop: CheckoutShop, onKnown: (person: KnownPerson) => void) => {
  const [known, setKnown] = useState<KnownPerson>()
  const [isAsked, setAsked] = useState(false)
  const latest = useLatest({ shop, onKnown })
  useEffect(() => {
    let isHere = true
    const ask = async () => {
      const person = await latest.current.shop.known?.().catch(() => undefined)
      if (!isHere) return
      if (person) {
        setKnown(person)
        latest.current.onKnown(person)
      }
      setAsked(true)
    }
    void ask()
    return () => {
      isHere = false
    }
  }, [latest])
  return { known, isSettled: isAsked || shop.known === undefined }
}
