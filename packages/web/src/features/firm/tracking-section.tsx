import { FirmFields, SecretChanges } from '@kaimai/contract/firm/firm.schema.ts'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { TagChip } from '../../ui/tag-chip.tsx'
import css from './brand-setting.module.css'
import { advertiserDays } from './firm.api.ts'
import { SecretField } from './secret-field.tsx'
import { Block, SectionFrame } from './section-frame.tsx'
import type { SectionProps } from './section-props.ts'
import { useSectionForm } from './use-section-form.ts'

const Fields = FirmFields.pick({ pixelId: true, tiktokPixelId: true, gtmId: true }).extend({ secrets: SecretChanges })

/** Days on which not everything went on to advertisers; nothing when there is none. */
export const DroppedEvents = () => {
  const t = useText('firm')
  const f = useFormat()
  const { data } = useQuery(advertiserDays())
  const days = data?.days.filter(({ dropped }) => dropped > 0) ?? []
  if (days.length === 0) return null
  return (
    <ul className={css.dropped} aria-label={t('tracking.droppedLabel')}>
      {days.map(({ day, passed, dropped }) => (
        <li key={day} className={css.locked}>
          <IconAlertTriangle {...icon16} />
          {t('tracking.dropped', { day: f.date(`${day}T12:00:00+08:00`), count: dropped, max: f.number(passed) })}
        </li>
      ))}
    </ul>
  )
}

export const TrackingSection = ({ setting }: SectionProps) => {
  const t = useText('firm')
  const form = useSectionForm({
    schema: Fields,
    setting,
    pick: ({ pixelId, tiktokPixelId, gtmId }) => ({ pixelId, tiktokPixelId, gtmId, secrets: {} }),
  })
  const state = (on: boolean) => (
    <TagChip colour={on ? 'green' : 'grey'}>{t(on ? 'tracking.on' : 'tracking.off')}</TagChip>
  )
  const secret = (name: 'conversionApi' | 'tiktokAccessToken') => ({
    name,
    setting,
    typed: form.values.secrets,
    onType: (secrets: typeof form.values.secrets) => form.set({ secrets }),
    onLeave: () => form.check(`secrets.${name}`),
    error: form.errorAt(`secrets.${name}`),
  })
  return (
    <SectionFrame form={form} note={setting.trackingRuns ? undefined : t('tracking.noOrigin')}>
      <DroppedEvents />
      <Block title="Meta" why={t('tracking.metaWhy')} state={state(setting.pixelId !== '')}>
        <LabelledInput
          {...form.field('pixelId')}
          label={t('tracking.pixelId')}
          optional
          inputMode="numeric"
          placeholder="123456789012345"
          description={t('tracking.pixelIdHint')}
        />
        <SecretField
          {...secret('conversionApi')}
          label={t('tracking.conversionApi')}
          description={t('tracking.conversionApiHint')}
        />
      </Block>
      <Block title="TikTok" why={t('tracking.tiktokWhy')} state={state(setting.tiktokPixelId !== '')}>
        <LabelledInput
          {...form.field('tiktokPixelId')}
          label={t('tracking.tiktokPixelId')}
          optional
          placeholder="C0ABCDEF1234567890"
        />
        <SecretField {...secret('tiktokAccessToken')} label={t('tracking.tiktokAccessToken')} />
      </Block>
      <Block title="Google Tag Manager" why={t('tracking.gtmWhy')} state={state(setting.gtmId !== '')}>
        <LabelledInput
          {...form.field('gtmId')}
          label={t('tracking.gtmId')}
          optional
          placeholder="GTM-ABC1234"
          description={t('tracking.gtmIdHint')}
        />
      </Block>
    </SectionFrame>
  )
}
