import type { ScriptItem } from '../live/show.rules.ts'
import type { ChatUser, ScriptedEvent } from './room-event.schema.ts'

/** Who says a scripted comment, as viewers may know it. */
export type SpeakerOf = (name: string) => Pick<ChatUser, 'userId' | 'as'>

/**
 * An item of a script as the event that viewers get; undefined for what is none: the audience curve goes into the number
 * of viewers, simulated hearts into that of the hearts. Room and studio both ask here.
 */
export const scriptedEventOf = (item: ScriptItem, speakerOf: SpeakerOf): ScriptedEvent | undefined => {
  const place = { sid: item.id, ms: item.atMs }
  switch (item.kind) {
    case 'comment': {
      const { name, imgUrl, text } = item
      return { ...place, kind: 'commented', user: { ...speakerOf(name), name, imgUrl }, text }
    }
    case 'showProduct':
      return { ...place, kind: 'productShown', productId: item.productId }
    case 'hideProduct':
      return { ...place, kind: 'productHidden', productId: item.productId }
    case 'fakeTicket': {
      const { name, productId, quantity } = item
      return { ...place, kind: 'ticketShown', name, productId, quantity }
    }
    case 'callToAction':
      return { ...place, kind: 'calledToAction', text: item.text, ...(item.url === undefined ? {} : { url: item.url }) }
    case 'endCallToAction':
      return { ...place, kind: 'callEnded' }
    // Real events of the log, made by the node that plays the script.
    case 'poll':
    case 'giveaway':
    case 'audience':
    // A number beside the events of a frame.
    case 'hearts':
      return undefined
  }
}
