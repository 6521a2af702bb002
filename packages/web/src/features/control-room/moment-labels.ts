import type { ScriptItem } from '@kaimai/contract/live/show.rules.ts'
import type { ControlRoom } from '@kaimai/contract/control-room/control-room.schema.ts'
import type { RundownEntry } from './rundown.ts'
import type { Text } from '../../lib/i18n/use-text.tsx'

/** What a moment of the script is, in words. */
export const productWords = (controlRoom: Pick<ControlRoom, 'products'>, productId: string, t: Text): string => {
  const product = controlRoom.products.find((each) => each.productId === productId)
  if (product === undefined) return t('moment.goneProduct')
  return product.keyword === '' ? product.productName : `${product.keyword} ${product.productName}`
}

/** A line of the rundown in words: a run of comments by how many, the curve by where it goes. */
export const entryLabels = (
  controlRoom: Pick<ControlRoom, 'products'>,
  { first, itemIds, toCount }: RundownEntry,
  t: Text,
  fromCount: number,
): string =>
  toCount === undefined
    ? momentLabels(controlRoom, first, itemIds.length, t)
    : t('moment.curve', { from: fromCount, count: toCount })

export const momentLabels = (
  controlRoom: Pick<ControlRoom, 'products'>,
  item: ScriptItem,
  count: number,
  t: Text,
): string => {
  switch (item.kind) {
    case 'comment':
      return count > 1 ? t('moment.comments', { count, text: item.text }) : t('moment.comment', { text: item.text })
    case 'showProduct':
      return t('moment.show', { name: productWords(controlRoom, item.productId, t) })
    case 'hideProduct':
      return t('moment.hide', { name: productWords(controlRoom, item.productId, t) })
    case 'fakeTicket':
      return t('moment.ticket', {
        name: item.name,
        product: productWords(controlRoom, item.productId, t),
        count: item.quantity,
      })
    case 'callToAction':
      return t('moment.call', { text: item.text })
    case 'endCallToAction':
      return t('moment.callEnd')
    case 'poll':
      return t('moment.poll', { text: item.question })
    case 'giveaway':
      return t('moment.giveaway', { text: item.prize })
    case 'hearts':
      return t('moment.hearts', { count: item.count })
    case 'audience':
      return t('moment.audience', { count: item.count })
  }
}

/** What kind of moment it is: over the card of the next one. */
export const isSimulated = ({ kind }: ScriptItem): boolean =>
  kind === 'comment' || kind === 'fakeTicket' || kind === 'hearts' || kind === 'audience'
