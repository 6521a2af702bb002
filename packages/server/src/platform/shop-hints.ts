import { z } from 'zod'
import type { Bus } from './bus/bus.ts'

/** Bus topic: what a firm shows to its viewers may have changed. A hint: who holds any of it holds it for a moment only. */
const shopTopic = 'shop'
const Hint = z.object({ firmId: z.string() })

type Listener = (firmId: string) => void
/** Of this process, by the bus of its platform: they hear of a change before the call that made it is answered. */
const own = new WeakMap<Bus, Set<Listener>>()

/** Calls `listen` with each firm of which something has changed, in whatever process. */
export const onShopChanged = (bus: Bus, listen: Listener): void => {
  own.set(bus, (own.get(bus) ?? new Set()).add(listen))
  bus.subscribe(shopTopic, (message) => {
    const hint = Hint.safeParse(message)
    if (hint.success) listen(hint.data.firmId)
  })
}

/** Tells all processes that something of a firm's has changed. Call it after the commit. */
export const shopChanged = (bus: Bus, firmId: string): void => {
  for (const listen of own.get(bus) ?? []) listen(firmId)
  bus.publish(shopTopic, { firmId })
}
