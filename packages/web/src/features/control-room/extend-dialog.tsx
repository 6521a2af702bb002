import { type PastFilmKind, pastFilmKinds } from '@kaimai/contract/live/past-film.rules.ts'
import type { PastFilmBody } from '@kaimai/contract/live/past-film.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { toast } from '../../ui/toast.tsx'
import { changePastFilm, extendRoom } from '../room/room.api.ts'
import { VideoPicker } from '../video/video-picker.tsx'
import css from './extend-dialog.module.css'
import { useControlRoom } from './use-control-room.tsx'

const lengths = [5, 15, 30, 60] as const
const minuteMs = 60_000
const maxText = 60

/** Keeps a live open longer, and says what its viewers see past the end of the film; while it runs, only the latter. */
export const ExtendDialog = ({ nowMs, onClose }: { readonly nowMs: number; readonly onClose: () => void }) => {
  const t = useText('control-room')
  const f = useFormat()
  const labels = useLabels()
  const { liveId, controlRoom, store } = useControlRoom()
  const { beginAt, endAt, videoMs, platformType, pastFilmChosen: before } = controlRoom
  const filmEndMs = Date.parse(beginAt) + (videoMs ?? 0)
  const isFilm = platformType === 'video'
  const isLonger = isFilm && videoMs !== null && Date.parse(endAt) > filmEndMs + minuteMs / 2
  const [minutes, setMinutes] = useState(isLonger ? 0 : 15)
  const [kind, setKind] = useState<PastFilmKind>(before?.kind ?? 'word')
  const [text, setText] = useState(before?.text ?? '')
  const [video, setVideo] = useState(
    before?.kind === 'video' && before.videoId !== null && before.videoName !== ''
      ? { id: before.videoId, name: before.videoName }
      : undefined,
  )
  const [isPicking, setPicking] = useState(false)
  const videoId = kind === 'video' ? (video?.id ?? null) : null
  const isSame =
    kind === (before?.kind ?? 'word') && videoId === (before?.videoId ?? null) && text === (before?.text ?? '')
  const pastFilm: PastFilmBody = { kind, videoId, text: text.trim() }
  const isMissing = kind === 'video' && video === undefined
  // The same recording asked for once more plays once more.
  const mayChange = !isSame || (kind === 'video' && minutes === 0)
  const save = useMutation({
    mutationFn: async () => {
      if (minutes === 0) return { from: (await changePastFilm(liveId, pastFilm)).from }
      return { endAt: (await extendRoom(liveId, minutes, isSame ? undefined : pastFilm)).endAt }
    },
    onSuccess: (done) => {
      store.reload()
      if ('endAt' in done && done.endAt !== undefined) toast.good(t('head.extended', { time: f.time(done.endAt) }))
      else toast.good(t('extend.changed'))
      onClose()
    },
    onError: (error) => toast.bad(error.message),
  })
  return (
    <Modal
      open
      onClose={onClose}
      title={t('extend.title')}
      width={520}
      footer={
        <>
          <Button onClick={onClose}>{labels.cancel}</Button>
          <Button
            kind="primary"
            busy={save.isPending}
            disabled={isMissing || (minutes === 0 && !mayChange)}
            onClick={() => save.mutate()}
          >
            {minutes === 0 ? t('extend.change') : t('extend.save', { minutes })}
          </Button>
        </>
      }
    >
      <p className={css.now}>
        {isFilm && videoMs !== null
          ? t(nowMs < filmEndMs ? 'extend.filmEnds' : 'extend.filmEnded', {
              film: f.time(new Date(filmEndMs).toISOString()),
              end: f.time(endAt),
            })
          : t('extend.ends', { end: f.time(endAt) })}
      </p>
      <h3 className={css.label}>{t('extend.length')}</h3>
      <Segmented
        label={t('extend.length')}
        value={String(minutes)}
        onChange={(value) => setMinutes(Number(value))}
        options={[...(isLonger ? [0] : []), ...lengths].map((each) => ({
          value: String(each),
          label: each === 0 ? t('extend.none') : f.number(each),
        }))}
      />
      {isFilm ? (
        <>
          <h3 className={css.label}>{t('extend.seen')}</h3>
          <KindChoice kind={kind} onChange={setKind} isShort={videoMs !== null && videoMs < minuteMs} />
          {kind === 'video' && (
            <div className={css.video}>
              <span className="grow clip">{video?.name ?? t('extend.noVideo')}</span>
              <Button size="s" aria-haspopup="dialog" onClick={() => setPicking(true)}>
                {t(video ? 'extend.otherVideo' : 'extend.chooseVideo')}
              </Button>
            </div>
          )}
        </>
      ) : (
        <p className={css.only}>{t(`extend.only.${platformType}`)}</p>
      )}
      {platformType !== 'camera' && (
        <LabelledInput
          label={t(kind === 'word' ? 'extend.text' : 'extend.textLater')}
          description={t('extend.textHint')}
          value={text}
          onChange={setText}
          max={maxText}
          placeholder={t('extend.textExample')}
        />
      )}
      {isLonger && !isSame && <p className={css.soon}>{t('extend.soon')}</p>}
      <VideoPicker open={isPicking} onClose={() => setPicking(false)} chosen={video?.id} onChoose={setVideo} />
    </Modal>
  )
}

const KindChoice = ({
  kind,
  onChange,
  isShort,
}: {
  readonly kind: PastFilmKind
  readonly onChange: (kind: PastFilmKind) => void
  /** All of the film is shorter than a minute. */
  readonly isShort: boolean
}) => {
  const t = useText('control-room')
  const name = useId()
  return (
    <div className={css.kinds} role="radiogroup" aria-label={t('extend.seen')}>
      {pastFilmKinds.map((each) => {
        const words = each === 'again' && isShort ? 'whole' : each
        return (
          <label key={each}>
            <input type="radio" name={name} checked={each === kind} onChange={() => onChange(each)} />
            <b>{t(`extend.kind.${words}`)}</b>
            <span>{t(`extend.kindText.${words}`)}</span>
          </label>
        )
      })}
    </div>
  )
}
