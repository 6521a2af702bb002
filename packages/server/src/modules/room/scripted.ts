import type { Script, ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import type { ShownMark } from '@kaimai/contract/room/place.rules.ts'
import type { ScriptedEvent } from '@kaimai/contract/room/room.protocol.ts'
import type { Secret } from '../../platform/secret.ts'

/** Turns items of a room's script into events. A virtual user has one public id in a room, as a viewer has. */
export const scriptedEvents = (needs: {
  readonly secret: Pick<Secret, 'sign'>
  readonly liveId: string
  /** Whether viewers may tell what is simulated (domain.md, Honesty): without it a virtual user looks like a viewer. */
  readonly disclosure: boolean
}) => {
  const publicIds = new Map<string, string>()
  const publicIdOf = (name: string): string => {
    let id = publicIds.get(name)
    if (id === undefined) {
      id = needs.secret.sign('virtual-viewer', `${needs.liveId} ${name}`).slice(0, 16)
      publicIds.set(name, id)
    }
    return id
  }
  const as = needs.disclosure ? 'virtual' : 'viewer'

  /** Undefined for what is no event: the audience curve goes into the number of viewers. */
  return (item: ScriptItem): ScriptedEvent | undefined => {
    const place = { sid: item.id, ms: item.atMs }
    switch (item.kind) {
      case 'comment': {
        const user = { userId: publicIdOf(item.name), name: item.name, imgUrl: item.imgUrl, as } as const
        return { ...place, kind: 'commented', user, text: item.text }
      }
      case 'showProduct':
        return { ...place, kind: 'productShown', productId: item.productId }
      case 'hideProduct':
        return { ...place, kind: 'productHidden', productId: item.productId }
      case 'fakeTicket':
        return {
          ...place,
          kind: 'ticketShown',
          name: item.name,
          productId: item.productId,
          quantity: item.quantity,
        }
      case 'callToAction':
        return {
          ...place,
          kind: 'calledToAction',
          text: item.text,
          ...(item.url === undefined ? {} : { url: item.url }),
        }
      case 'audience':
        return undefined
    }
  }
}

/** The moments at which a script shows and hides products. */
export const shownMarks = (script: Script): ShownMark[] =>
  script.flatMap((item) =>
    item.kind === 'showProduct' || item.kind === 'hideProduct'
      ? [{ ms: item.atMs, sid: item.id, productId: item.productId, shown: item.kind === 'showProduct' }]
      : [],
  )
