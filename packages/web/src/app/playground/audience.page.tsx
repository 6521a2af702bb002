import { IconAlertTriangle, IconCheck, IconClock, IconShoppingBag } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Action, ActionLink } from '../../ui/audience/action.tsx'
import { CopyAction } from '../../ui/audience/copy-action.tsx'
import { FieldError, SelectField, TextField } from '../../ui/audience-field.tsx'
import { FirmMark } from '../../ui/audience/firm-mark.tsx'
import { IconTap } from '../../ui/audience/icon-tap.tsx'
import { Price } from '../../ui/audience/price.tsx'
import { Slides } from '../../ui/audience/slides.tsx'
import { StateMark } from '../../ui/audience/state-mark.tsx'
import { Stepper } from '../../ui/audience/stepper.tsx'
import { DesktopFrame } from '../../ui/desktop-frame.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { icon20 } from '../../ui/icon-props.ts'
import { PhoneFrame } from '../../ui/phone-frame.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { Gallery, Grid, State, States } from './gallery.tsx'
import '../audience/audience-base.css'

const kinds = ['filled', 'quiet', 'plain', 'soft'] as const

/** /playground/5: pieces of the pages that shoppers see. */
export const AudiencePartsPage = () => {
  const t = useText('playground')
  return (
    <Gallery
      page="audience"
      specimens={[
        {
          id: 'actions',
          names: ['Action', 'ActionLink'],
          dark: true,
          content: (
            <>
              {(['default', 'disabled', 'busy'] as const).map((state) => (
                <States key={state}>
                  {kinds.map((kind) => (
                    <State key={kind} name={`${kind}・${t(`state.${state}`)}`}>
                      <Action kind={kind} disabled={state === 'disabled'} busy={state === 'busy'}>
                        {t('sample.buy')}
                      </Action>
                    </State>
                  ))}
                </States>
              ))}
              <States>
                <State name="big" wide>
                  <Action big icon={<IconShoppingBag {...icon20} />}>
                    {t('sample.pay')}
                  </Action>
                </State>
                <State name="ActionLink">
                  <ActionLink kind="quiet" href="#actions">
                    {t('sample.link')}
                  </ActionLink>
                </State>
              </States>
            </>
          ),
        },
        {
          id: 'copy',
          names: ['CopyAction'],
          content: (
            <CopyAction kind="quiet" text="KM20261120-0007" label={t('sample.copy')} done={t('sample.copied')} />
          ),
        },
        {
          id: 'marks',
          names: ['FirmMark', 'StateMark'],
          dark: true,
          content: (
            <States>
              <State name="FirmMark">
                <FirmMark name={t('sample.shop')} imgUrl="" />
              </State>
              <State name="good">
                <StateMark tone="good" icon={<IconCheck {...icon20} />} />
              </State>
              <State name="wait">
                <StateMark tone="wait" icon={<IconClock {...icon20} />} />
              </State>
              <State name="bad">
                <StateMark tone="bad" icon={<IconAlertTriangle {...icon20} />} />
              </State>
              <State name="calm・large">
                <StateMark tone="calm" large icon={<IconShoppingBag {...icon20} />} />
              </State>
            </States>
          ),
        },
        {
          id: 'products',
          names: ['Price', 'Stepper', 'IconTap'],
          dark: true,
          content: (
            <States>
              {(['s', 'm', 'l'] as const).map((size) => (
                <State key={size} name={`Price・${size}`}>
                  <Price size={size} price="NT$680" was="NT$880" wasLabel={t('sample.was')} />
                </State>
              ))}
              {[1, 6].map((value) => (
                <State key={value} name={`Stepper・${value}`}>
                  <Stepper
                    labels={{ group: t('sample.quantity'), fewer: t('sample.fewer'), more: t('sample.oneMore') }}
                    value={value}
                    min={1}
                    max={6}
                    onChange={() => {}}
                  />
                </State>
              ))}
              {([undefined, 'soft', 'accent'] as const).map((filled) => (
                <State key={filled ?? ''} name={`IconTap・${filled ?? ''}`}>
                  <IconTap
                    label={t(filled === 'accent' ? 'sample.cart' : 'sample.buy')}
                    icon={<IconShoppingBag {...icon20} />}
                    count={filled === 'accent' ? 3 : 0}
                    {...(filled ? { filled } : {})}
                  />
                </State>
              ))}
            </States>
          ),
        },
        {
          id: 'fields',
          names: ['TextField', 'SelectField', 'FieldError'],
          dark: true,
          content: (
            <Grid>
              <TextField label={t('sample.guest')} help={t('sample.help')} defaultValue="" onText={() => {}} />
              <TextField label={t('sample.guest')} isRight defaultValue={t('sample.person')} onText={() => {}} />
              <TextField label={t('sample.guest')} error={t('sample.failed')} defaultValue="" onText={() => {}} />
              <SelectField
                label={t('sample.day')}
                options={[{ value: 'today', label: t('sample.today') }]}
                defaultValue="today"
                onChoose={() => {}}
              />
              <FieldError text={t('sample.failed')} />
            </Grid>
          ),
        },
        {
          id: 'slides',
          names: ['Slides'],
          content: (
            <Slides
              labels={{
                group: t('sample.pictures'),
                strip: t('sample.pictures'),
                previous: t('sample.previous'),
                next: t('sample.next'),
              }}
            >
              {[1, 2, 3].map((number) => (
                <FirmMark key={number} name={`${number}`} imgUrl="" />
              ))}
            </Slides>
          ),
        },
        {
          id: 'phone',
          names: ['PhoneFrame', 'DesktopFrame', 'QrCode'],
          bare: true,
          content: (
            <Grid>
              <PhoneFrame label={t('sample.preview')}>
                <EmptyState art="products" title={t('sample.nothing')} />
              </PhoneFrame>
              <PhoneFrame dark label={t('sample.previewDark')}>
                <EmptyState art="video" title={t('sample.nothing')} />
              </PhoneFrame>
              <DesktopFrame label={t('sample.preview')} address="kaimai.tw/f/winter">
                <EmptyState art="products" title={t('sample.nothing')} />
              </DesktopFrame>
              <QrCode value="https://kaimai.tw/f/winter" label={t('sample.link')} />
            </Grid>
          ),
        },
      ]}
    />
  )
}
