import { thingsOf } from '@kaimai/contract/live/cue.rules.ts'
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
  /** As the live keeps it: an end says which call it ends, so that it takes down none that was made meanwhile. */
  readonly planned?: Script
}) => {
  const begins = new Map(thingsOf(deps.planned ?? []).map(({ begin, end }) => [end.id, begin.id]))
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
  return (item: ScriptItem): ScriptedEvent | undefined => {
    const event = scriptedEventOf(item, (name) => ({ userId: publicIdOf(name), as }))
    const of = event?.kind === 'callEnded' ? begins.get(item.id) : undefined
    return event?.kind === 'callEnded' && of !== undefined ? { ...event, of } : event
  }
}

/** The moments at which a script shows and hides products. */
export const shownMarks = (script: Script): ShownMark[] =>
  script.flatMap((item) =>
    item.kind === 'showProduct' || item.kind === 'hideProduct'
      ? [{ ms: item.atMs, sid: item.id, productId: item.productId, shown: item.kind === 'showProduct' }]
      : [],
  )
