import { IconEye, IconInfoCircle } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../../../lib/i18n/use-text.tsx'
import { icon16 } from '../../../../ui/icon-props.ts'
import css from './overlays.module.css'

/** The state of the broadcast, at the top corners of the picture. */
export const Corner = ({
  camera,
  online,
  simulated,
}: {
  readonly camera: boolean
  readonly online: number
  /** Some of them are simulated. */
  readonly simulated: boolean
}) => {
  const t = useText('room')
  const format = useFormat()
  return (
    <div className={css.corner} data-part="corner">
      <span className={clsx(css.over, css.air)}>
        <span>{t(camera ? 'state.live' : 'state.onSale')}</span>
      </span>
      <span className={css.over}>
        <IconEye {...icon16} />
        <span className="sr-only">{t('state.viewers')}</span>
        {format.number(online)}
        {simulated && (
          <>
            <button type="button" className={css.mark} popoverTarget="simulated">
              <IconInfoCircle size={14} stroke={1.75} aria-hidden="true" />
              <span>{t('state.simulated')}</span>
            </button>
            <span className={css.why} id="simulated" popover="auto">
              {t('state.simulatedWhy')}
            </span>
          </>
        )}
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
