import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { CardContainer } from '../../ui/card-container.tsx'
import { Figure, MoneyText, TimeText, TwoLines } from '../../ui/figure.tsx'
import { AddressCell, PictureCell } from '../../ui/list-cells.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { PersonLine } from '../../ui/person-line.tsx'
import { type ChipColour, TagChip } from '../../ui/tag-chip.tsx'
import { Avatar, Thumb } from '../../ui/thumb.tsx'
import { Gallery, State, States } from './gallery.tsx'
import css from './gallery.module.css'

const tokens = [
  ...['ink', 'ink-2', 'muted', 'line', 'ground', 'surface', 'hover', 'grey-soft'],
  ...['accent', 'accent-soft', 'live-ink', 'live-soft', 'good-ink', 'good-soft'],
  ...['warn', 'warn-soft', 'info', 'info-soft', 'purple', 'purple-soft'],
]
const sizes = [
  ['600 32px / 40px', '32'],
  ['600 24px / 32px', '24'],
  ['600 20px / 28px', '20'],
  ['600 16px / 24px', '16'],
  ['400 14px / 20px', '14'],
  ['400 12px / 16px', '12'],
] as const
const colours: readonly ChipColour[] = ['green', 'red', 'purple', 'yellow', 'blue', 'grey']
const sampleTime = '2026-11-21T20:00:00+08:00'

const Swatches = () => (
  <div className={css.swatches}>
    {tokens.map((token) => (
      <span key={token} className={css.swatch}>
        <i style={{ background: `var(--${token})` }} />
        {token}
      </span>
    ))}
  </div>
)

/** /playground/1: colours, type, chips, figures, pictures. */
export const FoundationsPage = () => {
  const t = useText('playground')
  const f = useFormat()
  const long = t('sample.long')
  return (
    <Gallery
      page="foundations"
      specimens={[
        { id: 'colours', names: ['tokens.css'], content: <Swatches />, dark: true },
        {
          id: 'type',
          names: ['base.css'],
          content: (
            <div className="stack-m">
              {sizes.map(([font, size]) => (
                <p key={size} style={{ font: `${font} var(--font)` }}>
                  {size} {t('sample.sentence')}
                </p>
              ))}
            </div>
          ),
        },
        {
          id: 'tags',
          names: ['TagChip'],
          dark: true,
          content: (
            <States>
              {colours.map((colour) => (
                <State key={colour} name={colour}>
                  <TagChip colour={colour}>{t(`colour.${colour}`)}</TagChip>
                </State>
              ))}
            </States>
          ),
        },
        {
          id: 'status',
          names: ['StatusChip'],
          dark: true,
          content: (
            <States>
              <State name="live">
                <StatusChip live>{t('sample.live')}</StatusChip>
              </State>
              {colours.map((colour) => (
                <State key={colour} name={colour}>
                  <StatusChip colour={colour}>{t(`colour.${colour}`)}</StatusChip>
                </State>
              ))}
            </States>
          ),
        },
        {
          id: 'figures',
          names: ['Figure', 'MoneyText', 'TimeText', 'TwoLines', 'PictureCell', 'AddressCell'],
          content: (
            <States>
              <State name={t('state.value')}>
                <Figure value={f.number(1942)} unit={t('sample.people')} />
              </State>
              <State name={t('state.empty')}>
                <Figure value={undefined} />
              </State>
              <State name="MoneyText">
                <MoneyText value={f.money({ amount: 128000, currency: 'TWD' })} />
              </State>
              <State name="struck">
                <MoneyText value={f.money({ amount: 168000, currency: 'TWD' })} struck />
              </State>
              <State name="TimeText">
                <TimeText iso={sampleTime}>{f.near(sampleTime)}</TimeText>
              </State>
              <State name="TwoLines">
                <TwoLines sub={f.relative(sampleTime)}>{f.dayTime(sampleTime)}</TwoLines>
              </State>
              <State name="PictureCell">
                <PictureCell src={undefined} sub={f.relative(sampleTime)}>
                  {t('sample.sentence')}
                </PictureCell>
              </State>
              <State name="AddressCell">
                <AddressCell path="/f/winter" label={t('sample.link')} onCopy={() => undefined} />
              </State>
            </States>
          ),
        },
        {
          id: 'pictures',
          names: ['Thumb', 'Avatar', 'PersonLine'],
          content: (
            <States>
              <State name={t('state.picture')}>
                <Thumb src="/favicon.svg" width={112} height={64} badge="1:15:00" />
              </State>
              <State name={t('state.empty')}>
                <Thumb src={undefined} width={112} height={64} />
              </State>
              <State name="Avatar">
                <Avatar name={t('sample.person')} size={40} />
              </State>
              <State name="simulated">
                <Avatar name="Mia" size={40} simulated />
              </State>
              <State name="PersonLine" wide>
                <PersonLine
                  name={t('sample.person')}
                  phone="0912-345-678"
                  email="mei@example.com"
                  chips={<TagChip colour="yellow">{t('colour.yellow')}</TagChip>}
                />
              </State>
            </States>
          ),
        },
        {
          id: 'card',
          names: ['CardContainer'],
          content: (
            <States>
              <State name={t('state.default')} wide>
                <CardContainer>{t('sample.sentence')}</CardContainer>
              </State>
              <State name={t('state.long')} wide>
                <CardContainer>{long}</CardContainer>
              </State>
            </States>
          ),
        },
      ]}
    />
  )
}
