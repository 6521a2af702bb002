import type { PublicFirms, ShopFace } from '../modules/firm/public-firms.ts'
import { firmLabel } from './firm-host.ts'

/** A shop as somebody who went astray is shown the way back to it. */
export interface ShopFront extends Omit<ShopFace, 'id'> {
  /** Of its newest public page; empty when it has none. */
  readonly path: string
}

interface FrontSource {
  /** Path of a firm's newest page of this kind that is open to everybody. */
  readonly newest: (firmId: string) => Promise<string | undefined>
}

export interface ShopFrontDeps {
  readonly publicUrl: () => string
  readonly audienceUrl: string | undefined
  readonly firms: Pick<PublicFirms, 'ofHost' | 'only'>
  /** Asked in this order. */
  readonly sources: readonly FrontSource[]
  readonly nowMs: () => number
}

/** Wrong addresses are asked for by the thousand, by whoever tries them: each host is looked up once in this time. */
const keepMs = 60_000
const maxStored = 50

/** The shop that a host stands for: by its name, or because there is no other; undefined: nobody can say. */
export const createShopFronts = ({ publicUrl, audienceUrl, firms, sources, nowMs }: ShopFrontDeps) => {
  const stored = new Map<string, { readonly atMs: number; readonly front: Promise<ShopFront | undefined> }>()

  const look = async (host: string): Promise<ShopFront | undefined> => {
    const label = firmLabel({ host, publicUrl: publicUrl(), audienceUrl })
    const firm = (await firms.ofHost([host, ...(label === undefined ? [] : [label])])) ?? (await firms.only())
    if (!firm) return undefined
    const { id, name, imgUrl, contactLink } = firm
    let path: string | undefined
    for (const { newest } of sources) path ??= await newest(id)
    return { name, imgUrl, contactLink, path: path ?? '' }
  }

  return (asked: string): Promise<ShopFront | undefined> => {
    const host = asked.toLowerCase()
    const before = stored.get(host)
    if (before && nowMs() - before.atMs < keepMs) return before.front
    if (stored.size >= maxStored) stored.clear()
    const front = look(host).catch((error: unknown) => {
      stored.delete(host)
      throw error
    })
    stored.set(host, { atMs: nowMs(), front })
    return front
  }
}
export type ShopFronts = ReturnType<typeof createShopFronts>
