import { createContext, useContext } from 'react'
import type { Buying } from './use-buying.ts'

const BuyContext = createContext<Buying | undefined>(undefined)
export const BuyProvider = BuyContext

/** Buying on this page; undefined where its products are bought elsewhere. */
export const useBuy = (): Buying | undefined => useContext(BuyContext)
