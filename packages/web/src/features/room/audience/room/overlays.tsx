import { IconEye } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { icon16 } from '../../../../ui/icon-props.ts'
import css from './overlays.module.css'

/** The state of the broadcast, at the top corners of the picture. */
export const Corner = ({ camera, online }: { readonly camera: boolean; readonly online: number }) => {
  const t = useText('room')
  const format = useFormat()
  return (
    <div className={css.corner} data-part="corner">
      <span className={clsx(css.over, css.air)}>
        <span>{t(camera ? 'state.live' : 'state.onSale')}</span>
      </span>
      <span className={clsx(css.over, css.eye)}>
        <IconEye {...icon16} />
        <span className="sr-only">{t('state.viewers')}</span>
        {format.number(online)}
      </span>
    </div>
  )
}

/** The connection is lost, or not open after a while; or the room is full. */
export const LostLine = ({ word = 'state.reconnecting' }: { readonly word?: string }) => {
  const t = useText('room')
  return (
    <p className={css.drop} data-part="drop" role="status">
      <i className={css.spin} aria-hidden="true" />
      {t(word)}
    </p>
  )
}
