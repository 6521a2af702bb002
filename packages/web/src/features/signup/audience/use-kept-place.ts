import { publicSignupRoutes } from '@kaimai/contract/signup/public-signup.routes.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '../../../lib/http/http.ts'

/** Milliseconds between two signs of life of an open page. */
const heartbeatMs = 60_000

/** The open page of somebody who has signed up sends a sign of life: nobody loses a place that is being looked at. */
export const useSignOfLife = (customUrl: string, isHolder: boolean): void => {
  useEffect(() => {
    if (!isHolder) return
    const send = () => {
      if (document.visibilityState === 'hidden') return
      // A lost sign of life does no harm: the next one says the same.
      call(publicSignupRoutes.seen, { body: { customUrl } }, { quiet: true }).catch(() => {})
    }
    send()
    const timer = setInterval(send, heartbeatMs)
    return () => clearInterval(timer)
  }, [customUrl, isHolder])
}

const mark = '#keep='
const keyInAddress = (): string | undefined =>
  location.hash.startsWith(mark) ? location.hash.slice(mark.length) : undefined

const neverChanges = () => () => {}

/** The key of the letter's link stands behind the #, which no server, log or other page is ever sent. */
export const useLinkKey = (): string | undefined => useSyncExternalStore(neverChanges, keyInAddress, () => undefined)
