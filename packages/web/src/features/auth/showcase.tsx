import { IconClipboardCheck, IconEye, IconShoppingBag } from '@tabler/icons-react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { icon24 } from '../../ui/icon-props.ts'
import css from './showcase.module.css'

/** A drawn room, so that who logs in sees what it is for. Figures are an example and say so to nobody but the eye. */
export const Showcase = () => {
  const t = useText('auth')
  const f = useFormat()
  return (
    <aside className={css.show} aria-label={t('show.label')}>
      <div className={css.scene} aria-hidden="true">
        <div className={css.phone}>
          <div className={css.screen}>
            <svg className={css.art} viewBox="0 0 264 484" preserveAspectRatio="xMidYMid slice">
              <path className={css.wall} d="M0 0h264v484H0z" />
              <circle className={css.sun} cx="196" cy="84" r="36" />
              <path className={css.table} d="M0 260h264v224H0z" />
              <path className={css.bowl} d="M76 196h128c0 42-24 68-50 74h-28c-26-6-50-32-50-74z" />
              <ellipse className={css.rim} cx="140" cy="196" rx="64" ry="14" />
              <path className={css.cup} d="M24 206h44l-5 46c-1 6-4 8-9 8H38c-5 0-8-2-9-8z" />
              <ellipse className={css.cupRim} cx="46" cy="206" rx="22" ry="6" />
            </svg>
            <div className={css.badges}>
              <span className={css.live}>{t('show.live')}</span>
              <span className={css.viewers}>
                <IconEye size={14} stroke={2} />
                {f.number(312)}
              </span>
            </div>
            <ul className={css.chat}>
              <li>{t('show.chatOne')}</li>
              <li>{t('show.chatTwo')}</li>
              <li>{t('show.chatThree')}</li>
            </ul>
            <div className={css.products}>
              <svg className={css.picture} viewBox="0 0 48 48">
                <path className={css.bowl} d="M8 20h32c0 11-6 18-13 20h-6C14 38 8 31 8 20z" />
                <ellipse className={css.rim} cx="24" cy="20" rx="16" ry="4" />
              </svg>
              <span>
                <b className="name-line">{t('show.product')}</b>
                <small className="caption">{f.money({ amount: 128000, currency: 'TWD' })}</small>
              </span>
              <span className={css.buy}>{t('show.buy')}</span>
            </div>
          </div>
        </div>
        <div className={`${css.float} ${css.first}`}>
          <IconClipboardCheck {...icon24} />
          <span>
            <small className="caption">{t('show.signups')}</small>
            <b>{f.number(1942)}</b>
          </span>
        </div>
        <div className={`${css.float} ${css.second}`}>
          <IconShoppingBag {...icon24} />
          <span>
            <small className="caption">{t('show.revenue')}</small>
            <b>{f.money({ amount: 28654000, currency: 'TWD' })}</b>
          </span>
        </div>
      </div>
      <div className={css.words}>
        <p>{t('show.title')}</p>
        <p>{t('show.text')}</p>
      </div>
    </aside>
  )
}
