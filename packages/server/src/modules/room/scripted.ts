import type { Script, ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import type { ShownMark } from '@kaimai/contract/room/event-order.rules.ts'
import type { ScriptedEvent } from '@kaimai/contract/room/room-event.schema.ts'
import { scriptedEventOf } from '@kaimai/contract/room/scripted.rules.ts'
import type { Secret } from '../../platform/secret.ts'

/** Of a virtual user in a room: one person, whoever lets it speak. */
export const virtualId = (secret: Pick<Secret, 'sign'>, liveId: string, name: string): string =>
  secret.sign('virtual-viewer', `${liveId} ${name}`).slice(0, 16)

/** Turns items of a room's script into events. A virtual user has one public id in a room, as a viewer has. */
export const scriptedEvents = (deps: {
  readonly secret: Pick<Secret, 'sign'>
  readonly liveId: string
  /** Whether viewers may tell what is simulated: without it a virtual user looks like a viewer. */
  readonly disclosure: boolean
}) => {
  const publicIds = new Map<string, string>()
  const publicIdOf = (name: string): string => {
    let id = publicIds.get(name)
    if (id === undefined) {
      id = virtualId(deps.secret, deps.liveId, name)
      publicIds.set(name, id)
    }
    return id
  }
  const as = deps.disclosure ? 'virtual' : 'viewer'

  /** Undefined for what is no event: the audience curve goes into the number of viewers. */
  return (item: ScriptItem): ScriptedEvent | undefined =>
    scriptedEventOf(item, (name) => ({ userId: publicIdOf(name), as }))
}

/** The moments at which a script shows and hides products. */
export const shownMarks = (script: Script): ShownMark[] =>
  script.flatMap((item) =>
    item.kind === 'showProduct' || item.kind === 'hideProduct'
      ? [{ ms: item.atMs, sid: item.id, productId: item.productId, shown: item.kind === 'showProduct' }]
      : [],
  )
