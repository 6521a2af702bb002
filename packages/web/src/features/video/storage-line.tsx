import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import css from './storage-line.module.css'

/** From here on it has its own colour: there is still time to tidy up. */
const nearlyFull = 0.85

/** How much of the firm's space its videos take, in bytes. */
export const StorageLine = ({ used, all }: { used: number; all: number }) => {
  const t = useText('video')
  const f = useFormat()
  const share = Math.min(1, used / all)
  return (
    <span className={css.storage} data-full={share >= nearlyFull}>
      <meter min={0} max={1} high={nearlyFull} value={share} aria-label={t('storage.label')} className={css.meter}>
        {f.percent(share)}
      </meter>
      {t('storage.text', { used: f.bytes(used), all: f.bytes(all) })}
    </span>
  )
}
