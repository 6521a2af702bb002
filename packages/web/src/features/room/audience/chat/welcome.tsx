import { IconMessageCircleHeart } from '@tabler/icons-react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { withTexts } from '../../../../lib/i18n/with-texts.tsx'
import { icon22 } from '../../../../ui/icon-props.ts'
import { lateTexts } from '../room/lazy-texts.ts'
import { useShop } from '../shop/shop-context.ts'
import css from './welcome.module.css'

/** For who comes first: what one does in this chat, where nobody has said anything yet. */
const Welcome = ({ firmName }: { readonly firmName: string }) => {
  const t = useText('room')
  const { listed, shown } = useShop()
  const current = listed.find(({ productId }) => productId === shown.at(-1))
  const keyword = [current, ...listed].find((product) => product !== undefined && product.keyword !== '')?.keyword
  return (
    <li className={css.welcome} data-part="welcome">
      <IconMessageCircleHeart className="icon-accent" {...icon22} />
      <span className="grow">
        <b>{t('welcome.title', { firm: firmName })}</b>
        <span>{t('welcome.ask')}</span>
        {keyword !== undefined && <span>{t('welcome.order', { order: `${keyword} +1` })}</span>}
      </span>
    </li>
  )
}

/** The greeting with its own texts. */
export const loadWelcome = () => withTexts(lateTexts, Welcome)
