import type { Product } from '@kaimai/contract/product/product.routes.ts'
import type { VirtualUser } from '@kaimai/contract/virtual-user/virtual-user.resource.ts'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Store } from '../../../lib/store/store.ts'
import type { StudioDoc } from './model/studio-doc.ts'
import type { Problem } from './model/problems.ts'
import type { EditorStore } from './editor-store.ts'

/** What all parts of the studio share. */
export interface StudioShared {
  readonly editor: EditorStore
  readonly known: ReadonlyMap<string, Product>
  readonly people: readonly VirtualUser[]
  /** By key of the clip. */
  readonly problems: ReadonlyMap<string, readonly Problem[]>
  readonly readOnly: boolean
}

const StudioContext = createContext<StudioShared | undefined>(undefined)
export const StudioProvider = StudioContext

export const useStudio = (): StudioShared => {
  const shared = useContext(StudioContext)
  if (!shared) throw new Error('StudioProvider is missing')
  return shared
}

export const useStore = <T>(store: Pick<Store<T>, 'get' | 'subscribe'>): T =>
  useSyncExternalStore(store.subscribe, store.get, store.get)

/** A part of a store, or what follows from it; compared by identity. */
export const useStorePart = <T, P>(store: Pick<Store<T>, 'get' | 'subscribe'>, part: (value: T) => P): P =>
  useSyncExternalStore(
    store.subscribe,
    () => part(store.get()),
    () => part(store.get()),
  )

/** The document as it is drawn now, in the middle of a drag too. */
export const useDoc = (): StudioDoc => useStorePart(useStudio().editor.history, ({ value }) => value)

/** One list of it. */
export const useDocPart = <P>(part: (doc: StudioDoc) => P): P =>
  useStorePart(useStudio().editor.history, ({ value }) => part(value))

/** The document without what a drag has not decided yet. */
export const useSettled = (): StudioDoc => useStore(useStudio().editor.settled)
