import { deviceMemory } from './device-memory.ts'

/** A shop's page that this browser has seen: the way back from an address where nothing stands. */
export interface LastShop {
  readonly name: string
  /** From the root. */
  readonly path: string
}

const memoryName = 'last-shop'

/** Stores the page that stands here, by the name of the shop that the page gives itself. */
export const rememberShop = (): void => {
  const name = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')?.content ?? ''
  if (name !== '') deviceMemory.write(memoryName, { name, path: location.pathname })
}

/** The shop whose page was seen last here; undefined: none, or a browser that keeps nothing. */
export const lastShop = (): LastShop | undefined => {
  const stored = deviceMemory.read(memoryName)
  if (typeof stored !== 'object' || stored === null || !('name' in stored) || !('path' in stored)) return undefined
  const { name, path } = stored
  return typeof name === 'string' && typeof path === 'string' && /^\/[^/\\]/.test(path) ? { name, path } : undefined
}
