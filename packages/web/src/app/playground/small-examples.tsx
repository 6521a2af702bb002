import { IconDownload, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button, IconButton, SplitButton } from '../../ui/button.tsx'
import { CardContainer } from '../../ui/card-container.tsx'
import { Figure, MoneyText, TimeText, TwoLines } from '../../ui/figure.tsx'
import { Quantity } from '../../ui/quantity.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { type ChipColour, TagChip } from '../../ui/tag-chip.tsx'
import { Avatar, Thumb } from '../../ui/thumb.tsx'
import css from './playground.module.css'

const colours: readonly ChipColour[] = ['green', 'red', 'purple', 'yellow', 'blue', 'grey']
const sampleTime = '2026-11-21T20:00:00+08:00'

export const SmallExamples = () => {
  const t = useText('app')
  const f = useFormat()
  const [count, setCount] = useState(2)
  const [view, setView] = useState<'all' | 'real'>('all')
  return (
    <>
      <div className={css.row}>
        <Button kind="primary">{t('playground.primary')}</Button>
        <Button>{t('playground.secondary')}</Button>
        <Button kind="plain">{t('playground.plain')}</Button>
        <Button kind="danger" icon={<IconTrash size={16} stroke={1.75} />}>
          {t('playground.danger')}
        </Button>
        <Button kind="dangerSubmit">{t('playground.dangerSubmit')}</Button>
        <Button disabled>{t('playground.disabled')}</Button>
        <Button kind="primary" busy>
          {t('playground.busy')}
        </Button>
      </div>
      <div className={css.row}>
        <Button size="s" icon={<IconDownload size={16} stroke={1.75} />}>
          {t('playground.toolbar')}
        </Button>
        <SplitButton
          size="s"
          icon={<IconPlus size={16} stroke={1.75} />}
          menuLabel={t('ui.more')}
          items={[{ label: t('later.video.title') }, { label: t('later.product.title') }]}
        >
          {t('playground.split')}
        </SplitButton>
        <IconButton label={t('ui.more')} icon={<IconPlus size={16} stroke={1.75} />} />
        <Quantity label={t('playground.quantity')} value={count} onChange={setCount} least={0} most={5} />
        <Segmented
          label={t('playground.segmented')}
          value={view}
          onChange={setView}
          options={[
            { value: 'all', label: t('playground.all') },
            { value: 'real', label: t('playground.real') },
          ]}
        />
      </div>
      <div className={css.row}>
        {colours.map((colour) => (
          <TagChip key={colour} colour={colour}>
            {t(`playground.colour.${colour}`)}
          </TagChip>
        ))}
      </div>
      <div className={css.row}>
        <StatusChip live>{t('playground.live')}</StatusChip>
        {colours.map((colour) => (
          <StatusChip key={colour} colour={colour}>
            {t(`playground.colour.${colour}`)}
          </StatusChip>
        ))}
      </div>
      <div className={css.row}>
        <Avatar name="林佳穎" size={32} />
        <Avatar name="Mia" size={32} simulated />
        <Thumb src={undefined} badge="1:15:00" width={112} height={64} />
        <Figure value={f.number(1942)} unit={t('playground.unit')} />
        <Figure value={undefined} />
        <MoneyText value={f.money({ amount: 128000, currency: 'TWD' })} />
        <MoneyText value={f.money({ amount: 168000, currency: 'TWD' })} struck />
        <TwoLines sub={f.date(sampleTime)}>
          <TimeText iso={sampleTime}>{f.dayTime(sampleTime)}</TimeText>
        </TwoLines>
      </div>
      <div className={css.row}>
        <CardContainer>{t('playground.card')}</CardContainer>
      </div>
    </>
  )
}
