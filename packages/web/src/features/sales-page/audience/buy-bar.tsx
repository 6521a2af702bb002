import { useViewerZone } from '../../../lib/audience/use-viewer.ts'
import type { Format } from '../../../lib/i18n/format.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { ActionLink } from '../../../ui/audience/action.tsx'
import css from './buy-bar.module.css'
import type { Sale } from './page-data.ts'
import { zoned } from './when.ts'

/** The one filled button, always in sight: where these products can be bought. */
export const BuyBar = ({ sale, nowMs, format }: { sale: Sale; nowMs: number; format: Format }) => {
  const t = useText('sales-page')
  const zone = useViewerZone()
  const { action, soldOut } = sale
  if (!action) return null
  const { kind, href, beginAt } = action
  const when = beginAt === null ? '' : zoned(format.dayTime(beginAt), beginAt, zone, format)
  const hasBegun = beginAt !== null && Date.parse(beginAt) <= nowMs
  const label = {
    room: t('buy.room'),
    signup: hasBegun ? t('buy.signupNow') : t('buy.signup', { when }),
    contact: t(soldOut ? 'buy.restock' : 'buy.contact'),
  }[kind]
  const note = soldOut ? t('buy.soldOut') : kind === 'contact' ? undefined : t(`note.${kind}`)
  return (
    <div className={css.bar} data-bottom-bar>
      <div className={css.inside}>
        {note !== undefined && (
          <p className={css.note} data-live={kind === 'room' && !soldOut}>
            {note}
          </p>
        )}
        <ActionLink big href={href} away={kind === 'contact' && /^https?:/i.test(href)} className={css.button}>
          {label}
        </ActionLink>
      </div>
    </div>
  )
}
