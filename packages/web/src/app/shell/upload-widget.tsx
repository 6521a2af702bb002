import { IconUpload, IconX } from '@tabler/icons-react'
import { useSyncExternalStore } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { progressBoard } from '../../lib/progress/progress.ts'
import { icon14, icon16 } from '../../ui/icon-props.ts'
import css from './sidebar.module.css'

/** What is being uploaded, on every screen; features put their work on lib/progress. */
export const UploadWidget = ({ collapsed }: { collapsed: boolean }) => {
  const t = useText('app')
  const f = useFormat()
  const files = useSyncExternalStore(progressBoard.subscribe, progressBoard.get, progressBoard.get)
  if (files.length === 0) {
    return (
      <p className={css.idle} role="status">
        <IconUpload {...icon16} />
        <span className={collapsed ? 'sr-only' : undefined}>{t('upload.none')}</span>
      </p>
    )
  }
  return (
    <ul aria-label={t('upload.label')}>
      {files.map(({ id, name, percent, rows, state, cancel }) => (
        <li key={id} className={css.file} data-state={state}>
          {!collapsed && <span className="clip">{name}</span>}
          <b className="strong">
            {state === 'failed'
              ? t('upload.failed')
              : rows && !collapsed
                ? t('upload.rows', { done: f.number(rows.done), total: f.number(rows.total) })
                : `${Math.floor(percent)}%`}
          </b>
          {cancel && !collapsed && (
            <button type="button" className={css.cancel} aria-label={t('upload.cancel', { name })} onClick={cancel}>
              <IconX {...icon14} />
            </button>
          )}
          <span
            className={css.track}
            role="progressbar"
            aria-label={name}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.floor(percent)}
          >
            <i style={{ width: `${percent}%` }} />
          </span>
        </li>
      ))}
    </ul>
  )
}
