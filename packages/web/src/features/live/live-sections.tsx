import { TagsInput } from '@mantine/core'
import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { useQuery } from '@tanstack/react-query'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { instantOf, wallTimeOf } from '../../lib/i18n/wall-time.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useFirm } from '../../lib/session/use-session.tsx'
import { LabelledDateTime } from '../../ui/date-time-field.tsx'
import { LabelledInput, LabelledNumber, LabelledSelect, LabelledSwitch } from '../../ui/field.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { FormSection, TwoColumns } from '../../ui/form-section.tsx'
import { commentModsOfVideo } from '../comment-mod/comment-mod.api.ts'
import { ImagesPicker } from '../video/image-picker.tsx'
import { CallField } from './call-field.tsx'
import css from './live-form.module.css'
import { replayChoices } from './live-time.ts'
import type { LiveFields } from './live-values.ts'
import { ProductField } from './product-field.tsx'
import { TicketField } from './ticket-field.tsx'
import { type ChosenVideo, VideoField } from './video-field.tsx'

interface SectionProps {
  readonly form: SchemaForm<LiveFields>
}

/** The firm's zone: what merchants mean by a time of day. */
const firmZone = 'Asia/Taipei'

interface BasicsProps extends SectionProps {
  readonly video: ChosenVideo | undefined
  readonly onVideo: (video: ChosenVideo) => void
  readonly runs: boolean
}

export const BasicsSection = ({ form, video, onVideo, runs }: BasicsProps) => {
  const t = useText('live')
  const firm = useFirm()
  const { liveImage } = form.values
  return (
    <FormSection id="basics" title={t('section.basics')} why={t('basics.why')}>
      <LabelledInput
        {...form.field('liveName')}
        label={t('basics.name')}
        description={t('basics.nameHint')}
        required
        max={80}
      />
      <VideoField video={video} onChoose={onVideo} error={form.faultAt('videoId')} fixed={runs} />
      <TwoColumns>
        <LabelledInput
          {...form.field('hostName')}
          label={t('basics.host')}
          description={t('basics.hostHint')}
          placeholder={firm.name}
          max={40}
          optional
        />
        <ImagesPicker
          name="liveImage"
          label={t('basics.image')}
          description={t('basics.imageHint')}
          value={liveImage === '' ? [] : [liveImage]}
          onChange={([url = '']) => form.set({ liveImage: url })}
          error={form.faultAt('liveImage')}
          most={1}
        />
      </TwoColumns>
    </FormSection>
  )
}

export const TimeSection = ({
  form,
  video,
  runs,
}: SectionProps & { video: ChosenVideo | undefined; runs: boolean }) => {
  const t = useText('live')
  const f = useFormat()
  const { beginAt, replayMinutes } = form.values
  const beginAtMs = Date.parse(beginAt)
  const setBegin = (wall: string) => {
    const instant = wall === '' ? Number.NaN : instantOf(wall, firmZone)
    form.set({ beginAt: Number.isNaN(instant) ? '' : new Date(instant).toISOString() })
  }
  const ends =
    video && video.durationMs !== null && !Number.isNaN(beginAtMs)
      ? t('time.ends', { when: f.near(beginAtMs + video.durationMs) })
      : t('time.zone')
  const replays = [...new Set<number>([...replayChoices, replayMinutes])].toSorted((a, b) => a - b)
  const wordsOf = (minutes: number): string => {
    if (minutes === 0) return t('time.noReplay')
    return minutes % 1440 === 0 ? t('time.days', { count: minutes / 1440 }) : t('time.minutes', { count: minutes })
  }
  return (
    <FormSection id="time" title={t('section.time')} why={t('time.why')}>
      <TwoColumns>
        <LabelledDateTime
          name="beginAt"
          label={t('time.beginAt')}
          value={Number.isNaN(beginAtMs) ? '' : wallTimeOf(beginAtMs, firmZone)}
          onChange={setBegin}
          onBlur={() => form.check('beginAt')}
          error={form.faultAt('beginAt')}
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
          least={0}
          most={1440}
        />
      </TwoColumns>
      <TwoColumns>
        <LabelledSelect
          name="replayMinutes"
          label={t('time.replay')}
          description={t('time.replayHint')}
          value={String(replayMinutes)}
          onChange={(minutes) => form.set({ replayMinutes: Number(minutes) })}
          choices={replays.map((minutes) => ({ value: String(minutes), label: wordsOf(minutes) }))}
          error={form.faultAt('replayMinutes')}
        />
      </TwoColumns>
    </FormSection>
  )
}

interface GoodsProps extends SectionProps {
  readonly known: ReadonlyMap<string, Product>
  readonly onSeen: (seen: ReadonlyMap<string, Product>) => void
}

export const GoodsSection = ({ form, known, onSeen }: GoodsProps) => {
  const t = useText('live')
  return (
    <FormSection id="goods" title={t('section.goods')} why={t('goods.why')}>
      <ProductField
        value={form.values.productList}
        onChange={(productList) => form.set({ productList })}
        known={known}
        onSeen={onSeen}
        faultAt={form.faultAt}
      />
      <CallField
        value={form.values.callToAction}
        onChange={(callToAction) => form.set({ callToAction })}
        faultAt={form.faultAt}
      />
    </FormSection>
  )
}

export const TalkSection = ({ form, known }: SectionProps & { known: ReadonlyMap<string, Product> }) => {
  const t = useText('live')
  const { videoId, commentModId, fakeTicket, productList } = form.values
  const groups = useQuery(commentModsOfVideo(videoId ?? ''))
  const choices = (groups.data ?? []).map(({ id, commentModName, comments }) => ({
    value: id,
    label: t('talk.groupChoice', { name: commentModName, count: comments }),
  }))
  return (
    <FormSection id="talk" title={t('section.talk')} why={t('talk.why')}>
      <LabelledSelect
        name="commentModId"
        label={t('talk.group')}
        description={
          <>
            {t(videoId === null ? 'talk.groupNeedsVideo' : 'talk.groupHint')}
            {videoId !== null && (
              <a className={css.link} href={paths.msgroupCreate({ videoId })} target="_blank" rel="noreferrer">
                {t('talk.makeGroup')}
              </a>
            )}
          </>
        }
        value={commentModId ?? ''}
        onChange={(id) => form.set({ commentModId: id === '' ? null : id })}
        choices={choices}
        placeholder={t(
          choices.length === 0 && videoId !== null && groups.isSuccess ? 'talk.noGroup' : 'talk.noneChosen',
        )}
        error={form.faultAt('commentModId')}
        disabled={videoId === null}
        clearable
        optional
      />
      <TicketField
        value={fakeTicket}
        onChange={(tickets) => form.set({ fakeTicket: tickets })}
        products={[...new Set([...productList, ...fakeTicket].map(({ productId }) => productId))].map((id) => ({
          id,
          name: known.get(id)?.productName ?? t('goods.gone'),
        }))}
        faultAt={form.faultAt}
      />
    </FormSection>
  )
}

export const AudienceSection = ({ form }: SectionProps) => {
  const t = useText('live')
  const { anonymousAllowed, bannedKeywords } = form.values
  return (
    <FormSection id="audience" title={t('section.audience')} why={t('audience.why')}>
      <LabelledSwitch
        name="anonymousAllowed"
        label={t('audience.anonymous')}
        description={t('audience.anonymousHint')}
        value={anonymousAllowed}
        onChange={(allowed) => form.set({ anonymousAllowed: allowed })}
      />
      <FieldFrame
        label={t('audience.banned')}
        description={t('audience.bannedHint')}
        name="bannedKeywords"
        error={form.faultAt('bannedKeywords')}
        optional
      >
        {({ id, disabled, 'aria-describedby': describedBy }) => (
          <TagsInput
            id={id}
            disabled={disabled}
            aria-describedby={describedBy}
            value={[...bannedKeywords]}
            onChange={(words) => form.set({ bannedKeywords: words.map((word) => word.trim().slice(0, 40)) })}
            placeholder={bannedKeywords.length === 0 ? t('audience.bannedExample') : ''}
            splitChars={[',', '，', '、']}
            maxTags={500}
            acceptValueOnBlur
            clearable={false}
          />
        )}
      </FieldFrame>
    </FormSection>
  )
}
