import { IconArrowBarToUp, IconPlayerPause, IconPlayerPlay, IconRefresh, IconUpload, IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { CardContainer } from '../../ui/card-container.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Thumb } from '../../ui/thumb.tsx'
import { uploadManager } from './browser-uploads.ts'
import { clockOf } from './clock-of.ts'
import type { Upload } from './upload-job.ts'
import css from './upload-panel.module.css'

/** All uploads together: those that have failed or wait for an answer don't count. */
const sumOfUploads = (uploads: readonly Upload[]) => {
  const counted = uploads.filter(({ phase }) => phase !== 'failed' && phase !== 'asking')
  const sum = (of: (upload: Upload) => number) => counted.reduce((all, upload) => all + of(upload), 0)
  const left = (upload: Upload) => upload.fileSize - upload.bytesThrough
  const running = counted.find(({ phase }) => phase === 'running')
  const bytesPerSecond = running?.secondsLeft ? left(running) / running.secondsLeft : undefined
  const coming = counted.filter(({ phase }) => phase !== 'paused').reduce((all, upload) => all + left(upload), 0)
  return {
    files: counted.length,
    bytesThrough: sum(({ bytesThrough }) => bytesThrough),
    bytes: sum(({ fileSize }) => fileSize),
    /** Of all that isn't paused, at the rate of the one at work. */
    secondsLeft: bytesPerSecond === undefined ? undefined : coming / bytesPerSecond,
  }
}

/** What is on its way from this browser, above the list of what has arrived. */
export const UploadPanel = ({ uploads }: { uploads: readonly Upload[] }) => {
  const t = useText('video')
  if (uploads.length === 0) return null
  return (
    <CardContainer className={css.panel}>
      <section aria-labelledby="uploads-title">
        <PanelHead uploads={uploads} />
        <ul>
          {uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} waits={isBehind(uploads, upload)} />
          ))}
        </ul>
        {uploads.some(({ phase }) => phase === 'running' || phase === 'waiting') && (
          <p className={css.foot}>{t('panel.text')}</p>
        )}
      </section>
    </CardContainer>
  )
}

/** Whether it waits behind another, so that it could be sent first. */
const isBehind = (uploads: readonly Upload[], { id }: Upload): boolean =>
  uploads
    .slice(
      0,
      uploads.findIndex((each) => each.id === id),
    )
    .some(({ phase }) => phase !== 'failed' && phase !== 'asking')

const PanelHead = ({ uploads }: { uploads: readonly Upload[] }) => {
  const t = useText('video')
  const f = useFormat()
  const { files, bytesThrough, bytes, secondsLeft } = sumOfUploads(uploads)
  const active = uploads.filter(({ phase }) => phase === 'running' || phase === 'waiting')
  const paused = uploads.filter(({ phase }) => phase === 'paused')
  const facts = [
    t('panel.files', { count: files }),
    t('panel.bytes', { done: f.bytes(bytesThrough), all: f.bytes(bytes) }),
    ...(secondsLeft === undefined ? [] : [leftText(t, secondsLeft)]),
  ]
  return (
    <header className={css.head}>
      <div>
        <h2 id="uploads-title">{t('panel.title')}</h2>
        {files > 0 && <p>{facts.join('・')}</p>}
      </div>
      {active.length > 1 && (
        <Button size="s" icon={<IconPlayerPause {...icon16} />} onClick={uploadManager.pauseAll}>
          {t('action.pauseAll')}
        </Button>
      )}
      {active.length === 0 && paused.length > 1 && (
        <Button size="s" icon={<IconPlayerPlay {...icon16} />} onClick={uploadManager.continueAll}>
          {t('action.continueAll')}
        </Button>
      )}
    </header>
  )
}

const useCancel = ({ id, phase, progress, fileName }: Upload) => {
  const t = useText('video')
  return async () => {
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
    if (agreed) uploadManager.cancel(id)
  }
}

const UploadRow = ({ upload, waits }: { upload: Upload; waits: boolean }) => {
  const t = useText('video')
  const { fileName, phase, thumbnailUrl, duration, progress, problem } = upload
  const hasTrack = phase !== 'failed' && phase !== 'asking'
  return (
    <li className={css.row} data-phase={phase}>
      <Thumb src={thumbnailUrl} badge={duration === undefined ? undefined : clockOf(duration)} />
      <div className={clsx('grow', css.words)}>
        <b className="name-line">{fileName}</b>
        <p className={problem === undefined ? css.note : css.problem}>{problem ?? <UploadNote upload={upload} />}</p>
        {hasTrack && (
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
      <div className={clsx('row-s', css.end)}>
        {hasTrack && <span className={css.percent}>{Math.floor(progress)}%</span>}
        <RowActions upload={upload} waits={waits} />
      </div>
    </li>
  )
}

const RowActions = ({ upload, waits }: { upload: Upload; waits: boolean }) => {
  const t = useText('video')
  const { id, fileName, phase, mayRetry } = upload
  const cancel = useCancel(upload)
  if (phase === 'asking') {
    return (
      <>
        <Button size="s" onClick={() => void cancel()}>
          {t('twin.leave')}
        </Button>
        <Button size="s" icon={<IconUpload {...icon16} />} onClick={() => uploadManager.retry(id)}>
          {t('twin.anyway')}
        </Button>
      </>
    )
  }
  return (
    <>
      {mayRetry && phase === 'failed' && (
        <Button size="s" icon={<IconRefresh {...icon16} />} onClick={() => uploadManager.retry(id)}>
          {t('action.continue')}
        </Button>
      )}
      {waits && (phase === 'waiting' || phase === 'paused') && (
        <IconButton
          label={t('action.sendFirst', { name: fileName })}
          icon={<IconArrowBarToUp {...icon16} />}
          onClick={() => uploadManager.sendFirst(id)}
        />
      )}
      {(phase === 'running' || phase === 'waiting') && (
        <IconButton
          label={t('action.pause', { name: fileName })}
          icon={<IconPlayerPause {...icon16} />}
          onClick={() => uploadManager.pause(id)}
        />
      )}
      {phase === 'paused' && (
        <IconButton
          label={t('action.goOn', { name: fileName })}
          icon={<IconPlayerPlay {...icon16} />}
          onClick={() => uploadManager.retry(id)}
        />
      )}
      <IconButton
        label={t(phase === 'failed' ? 'action.takeOff' : 'action.cancel', { name: fileName })}
        icon={<IconX {...icon16} />}
        onClick={() => void cancel()}
      />
    </>
  )
}

const UploadNote = ({ upload }: { upload: Upload }) => {
  const t = useText('video')
  const f = useFormat()
  const { phase, bytesThrough, fileSize, secondsLeft, resumed, twin } = upload
  if (phase === 'asking') return t('twin.text', { name: twin?.name ?? '', time: f.near(twin?.createdAt ?? '') })
  if (phase === 'reading' || phase === 'waiting') return t(`panel.${phase}`)
  const parts = [
    ...(phase === 'paused' ? [t('panel.paused')] : []),
    ...(resumed && phase === 'running' ? [t('panel.resumed')] : []),
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
