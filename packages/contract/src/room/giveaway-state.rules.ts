import type { GiveawayDrawn, GiveawayOpened, GiveawayPair } from './giveaway.schema.ts'

/** The giveaways of a room as far as they decide what stands. */
export interface Giveaways {
  readonly opened: GiveawayOpened | undefined
  readonly drawn: GiveawayDrawn | undefined
}
export const noGiveaways: Giveaways = { opened: undefined, drawn: undefined }

export type GiveawayEvent = GiveawayOpened | GiveawayDrawn | { readonly kind: string }
export const isOpened = (event: GiveawayEvent): event is GiveawayOpened => event.kind === 'giveawayOpened'
export const isDrawn = (event: GiveawayEvent): event is GiveawayDrawn => event.kind === 'giveawayDrawn'

/** One or more events later, in whatever order they come, and however often. */
export const giveawaysAfter = (before: Giveaways, events: readonly GiveawayEvent[]): Giveaways => {
  let { opened, drawn } = before
  for (const event of events) {
    if (isOpened(event) && event.seq > (opened?.seq ?? 0)) opened = event
    else if (isDrawn(event) && event.seq > (drawn?.seq ?? 0)) drawn = event
  }
  return opened === before.opened && drawn === before.drawn ? before : { opened, drawn }
}

export const giveawaysOf = (pair: GiveawayPair | undefined): Giveaways => ({
  opened: pair?.opened,
  drawn: pair?.drawn,
})
