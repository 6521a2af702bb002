import { IconRefresh, IconX } from '@tabler/icons-react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { CardContainer } from '../../ui/card-container.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { Thumb } from '../../ui/thumb.tsx'
import { uploadDesk } from './browser-uploads.ts'
import { clockOf } from './clock-of.ts'
import type { Upload } from './upload-desk.ts'
import css from './upload-panel.module.css'

/** What is on its way from this browser, above the list of what has arrived. */
export const UploadPanel = ({ uploads }: { uploads: readonly Upload[] }) => {
  const t = useText('video')
  if (uploads.length === 0) return null
  return (
    <CardContainer className={css.panel}>
      <section aria-labelledby="uploads-title">
        <header className={css.head}>
          <h2 id="uploads-title">{t('panel.title')}</h2>
          {uploads.some(({ phase }) => phase !== 'failed') && <p>{t('panel.text')}</p>}
        </header>
        <ul>
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} />
          ))}
        </ul>
      </section>
    </CardContainer>
  )
}

const UploadRow = ({ upload }: { upload: Upload }) => {
  const t = useText('video')
  const { id, fileName, phase, thumbnailUrl, duration, progress, problem, mayRetry } = upload
  const cancel = async () => {
    const isWorthAsking = phase !== 'failed' && progress > 0
    const agreed =
      !isWorthAsking ||
      (await askToConfirm({
        title: t('cancel.title'),
        text: t('cancel.text', { name: fileName }),
        ok: t('cancel.ok'),
        cancel: t('cancel.stay'),
        danger: true,
      }))
    if (agreed) uploadDesk.cancel(id)
  }
  return (
    <li className={css.row} data-phase={phase}>
      <Thumb src={thumbnailUrl} badge={duration === undefined ? undefined : clockOf(duration)} />
      <div className={css.words}>
        <b className={css.name}>{fileName}</b>
        {problem === undefined ? (
          <p className={css.note}>
            <UploadNote upload={upload} />
          </p>
        ) : (
          <p className={css.problem}>{problem}</p>
        )}
        {phase !== 'failed' && (
          <div
            className={css.track}
            role="progressbar"
            aria-label={t('panel.progress', { name: fileName })}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.floor(progress)}
          >
            <i style={{ width: `${progress}%` }} />
          </div>
        )}
      </div>
      <div className={css.end}>
        {phase !== 'failed' && <span className={css.percent}>{Math.floor(progress)}%</span>}
        {mayRetry && phase === 'failed' && (
          <Button size="s" icon={<IconRefresh size={16} stroke={1.75} />} onClick={() => uploadDesk.retry(id)}>
            {t('action.continue')}
          </Button>
        )}
        <IconButton
          label={t(phase === 'failed' ? 'action.takeOff' : 'action.cancel', { name: fileName })}
          icon={<IconX size={16} stroke={1.75} />}
          onClick={() => void cancel()}
        />
      </div>
    </li>
  )
}

const UploadNote = ({ upload }: { upload: Upload }) => {
  const t = useText('video')
  const f = useFormat()
  const { phase, bytesThrough, fileSize, secondsLeft, resumed } = upload
  if (phase === 'reading' || phase === 'waiting') return t(`panel.${phase}`)
  const parts = [
    ...(resumed ? [t('panel.resumed')] : []),
    t('panel.bytes', { done: f.bytes(bytesThrough), all: f.bytes(fileSize) }),
    ...(secondsLeft === undefined ? [] : [leftText(t, secondsLeft)]),
  ]
  return parts.join('・')
}

const leftText = (t: ReturnType<typeof useText>, seconds: number): string => {
  const minutes = Math.round(seconds / 60)
  if (minutes < 1) return t('left.soon')
  if (minutes < 60) return t('left.minutes', { count: minutes })
  return t('left.hours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
}
