import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { instantOf, wallTimeOf } from '../../lib/i18n/wall-time.ts'
import { useFirm } from '../../lib/session/use-session.tsx'
import { LabelledDateTime } from '../../ui/date-time-field.tsx'
import { LabelledInput, LabelledNumber, LabelledSelect } from '../../ui/field.tsx'
import { FormSection, TwoColumns } from '../../ui/form-section.tsx'
import { ImagesPicker } from '../video/image-picker.tsx'
import { HoursPreview } from './hours-preview.tsx'
import { replayChoices } from './live-time.ts'
import { lengthOf, type LiveFields } from './live-values.ts'
import { useMinuteLabels } from './use-value-labels.ts'
import { type ChosenVideo, VideoField } from './video-field.tsx'
import { YoutubeField } from './youtube-field.tsx'

/** The firm's zone: what merchants mean by a time of day. */
const firmZone = 'Asia/Taipei'
const maxInfoPictures = 6

interface BasicsTabProps {
  readonly form: SchemaForm<LiveFields>
  readonly video: ChosenVideo | undefined
  readonly onVideo: (video: ChosenVideo) => void
  /** It is on the air: what it plays and its begin stay. */
  readonly runs: boolean
  readonly readOnly: boolean
}

/** What the live is, what it plays, when. */
export const BasicsTab = ({ form, video, onVideo, runs, readOnly }: BasicsTabProps) => {
  const t = useText('live')
  const firm = useFirm()
  const { liveImage, liveInfoImage, platformType } = form.values
  return (
    <>
      <FormSection title={t('basics.title')} why={t('basics.why')}>
        <LabelledInput
          {...form.field('liveName')}
          label={t('basics.name')}
          description={t('basics.nameHint')}
          placeholder={t('basics.nameExample')}
          required
          max={80}
        />
        {platformType === 'video' && (
          <VideoField video={video} onChoose={onVideo} error={form.errorAt('videoId')} fixed={runs} />
        )}
        {platformType === 'youtube' && <YoutubeField form={form} fixed={runs} />}
        <LabelledInput
          {...form.field('hostName')}
          label={t('basics.host')}
          description={t('basics.hostHint')}
          placeholder={firm.name}
          max={40}
          optional
        />
      </FormSection>
      <TimeSection form={form} video={video} runs={runs} />
      <FormSection title={t('pictures.title')} why={t('pictures.why')}>
        <ImagesPicker
          name="liveImage"
          label={t('basics.image')}
          description={t(platformType === 'video' ? 'basics.imageHint' : 'basics.imageHintAlone')}
          value={liveImage === '' ? [] : [liveImage]}
          onChange={([url = '']) => form.set({ liveImage: url })}
          error={form.errorAt('liveImage')}
          max={1}
          disabled={readOnly}
          crop={16 / 9}
        />
        <ImagesPicker
          name="liveInfoImage"
          label={t('pictures.info')}
          description={t('pictures.infoHint')}
          value={liveInfoImage}
          onChange={(urls) => form.set({ liveInfoImage: urls })}
          error={form.errorBelow('liveInfoImage')}
          max={maxInfoPictures}
          disabled={readOnly}
        />
      </FormSection>
    </>
  )
}

const TimeSection = ({ form, video, runs }: Pick<BasicsTabProps, 'form' | 'video' | 'runs'>) => {
  const t = useText('live')
  const f = useFormat()
  const minuteLabels = useMinuteLabels()
  const { beginAt, replayMinutes, platformType } = form.values
  const isYoutube = platformType === 'youtube'
  const beginAtMs = Date.parse(beginAt)
  const lengthMs = lengthOf(form.values, video?.durationMs)
  const setBegin = (wall: string) => {
    const instant = wall === '' ? Number.NaN : instantOf(wall, firmZone)
    form.set({ beginAt: Number.isNaN(instant) ? '' : new Date(instant).toISOString() })
  }
  const ends =
    lengthMs !== undefined && !Number.isNaN(beginAtMs)
      ? t('time.ends', { when: f.near(beginAtMs + lengthMs) })
      : t('time.zone')
  const replays = [...new Set<number>([...replayChoices, replayMinutes])].toSorted((a, b) => a - b)
  return (
    <FormSection title={t('time.title')} why={t(isYoutube ? 'youtube.timeWhy' : 'time.why')}>
      <TwoColumns>
        <LabelledDateTime
          name="beginAt"
          label={t('time.beginAt')}
          value={Number.isNaN(beginAtMs) ? '' : wallTimeOf(beginAtMs, firmZone)}
          onChange={setBegin}
          onBlur={() => form.check('beginAt')}
          error={form.errorAt('beginAt')}
          description={runs ? t('time.fixed') : ends}
          disabled={runs}
          required
        />
        <LabelledNumber
          {...form.field('waitingMinutes')}
          onChange={(minutes) => form.set({ waitingMinutes: minutes ?? 0 })}
          label={t('time.waiting')}
          description={t('time.waitingHint')}
          unit={t('time.minuteUnit')}
        />
      </TwoColumns>
      <TwoColumns>
        {isYoutube && (
          <LabelledNumber
            {...form.field('plannedMinutes')}
            onChange={(minutes) => form.set({ plannedMinutes: minutes ?? Number.NaN })}
            label={t('youtube.planned')}
            description={t('youtube.plannedHint')}
            unit={t('time.minuteUnit')}
            required
          />
        )}
        <LabelledSelect
          name="replayMinutes"
          label={t('time.replay')}
          description={t(isYoutube ? 'youtube.replayHint' : 'time.replayHint')}
          value={String(replayMinutes)}
          onChange={(minutes) => form.set({ replayMinutes: Number(minutes) })}
          choices={replays.map((minutes) => ({
            value: String(minutes),
            label: minuteLabels(minutes, t('time.noReplay')),
          }))}
          error={form.errorAt('replayMinutes')}
        />
      </TwoColumns>
      {!isYoutube && !runs && lengthMs !== undefined && <HoursPreview lengthMs={lengthMs} />}
    </FormSection>
  )
}
