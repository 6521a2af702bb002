import { IconDownload, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { AutosavedText } from '../../ui/autosaved-text.tsx'
import { BackLink } from '../../ui/back-link.tsx'
import { Button, type ButtonKind, IconButton, SplitButton } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { DropdownMenu, type MenuItem } from '../../ui/dropdown-menu.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { FormSection, FormWithPreview, TwoColumns } from '../../ui/form-section.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { HoldButton } from '../../ui/hold-button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { Quantity } from '../../ui/quantity.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SwitchInput } from '../../ui/switch-input.tsx'
import { ToneSwatches } from '../../ui/tone-swatches.tsx'
import { FieldExamples } from './field-examples.tsx'
import { Gallery, State, States } from './gallery.tsx'

const kinds: readonly ButtonKind[] = ['primary', 'secondary', 'plain', 'danger', 'dangerSubmit']

/** /playground/2: what is pressed and filled in. */
export const ActionsPage = () => {
  const t = useText('playground')
  const [count, setCount] = useState(2)
  const [view, setView] = useState<'all' | 'real'>('all')
  const [text, setText] = useState('')
  const [isOn, setOn] = useState(true)
  const [tone, setTone] = useState('#5246e0')
  const items: MenuItem[] = [
    { label: t('sample.edit'), hint: 'E', icon: <IconPencil {...icon16} /> },
    { label: t('sample.export'), icon: <IconDownload {...icon16} />, disabled: true },
    'line',
    { label: t('sample.remove'), icon: <IconTrash {...icon16} />, danger: true },
  ]
  return (
    <Gallery
      page="actions"
      specimens={[
        {
          id: 'buttons',
          names: ['Button', 'HoldButton'],
          content: (
            <>
              {(['default', 'disabled', 'busy'] as const).map((state) => (
                <States key={state}>
                  {kinds.map((kind) => (
                    <State key={kind} name={`${kind}・${t(`state.${state}`)}`}>
                      <Button kind={kind} disabled={state === 'disabled'} busy={state === 'busy'}>
                        {t(`button.${kind}`)}
                      </Button>
                    </State>
                  ))}
                </States>
              ))}
              <States>
                <State name="s">
                  <Button size="s" icon={<IconDownload {...icon16} />}>
                    {t('sample.export')}
                  </Button>
                </State>
                <State name={t('state.long')}>
                  <Button>{t('sample.longLabel')}</Button>
                </State>
                <State name="HoldButton">
                  <HoldButton onDone={() => setCount(count + 1)}>{t('sample.remove')}</HoldButton>
                </State>
              </States>
            </>
          ),
        },
        {
          id: 'icons',
          names: ['IconButton', 'SplitButton', 'BackLink'],
          content: (
            <States>
              <State name={t('state.default')}>
                <IconButton label={t('sample.add')} icon={<IconPlus {...icon16} />} />
              </State>
              <State name="bare">
                <IconButton bare label={t('sample.add')} icon={<IconPlus {...icon16} />} />
              </State>
              <State name={t('state.disabled')}>
                <IconButton disabled label={t('sample.add')} icon={<IconPlus {...icon16} />} />
              </State>
              <State name="BackLink">
                <BackLink to="/playground/1" label={t('sample.back')} />
              </State>
              <State name="SplitButton">
                <SplitButton icon={<IconPlus {...icon16} />} menuLabel={t('sample.more')} items={items}>
                  {t('sample.add')}
                </SplitButton>
              </State>
            </States>
          ),
        },
        {
          id: 'menu',
          names: ['DropdownMenu'],
          content: (
            <DropdownMenu
              side="left"
              items={items}
              renderTrigger={(trigger) => <Button {...trigger}>{t('sample.more')}</Button>}
            />
          ),
        },
        {
          id: 'choices',
          names: ['Segmented', 'Quantity', 'SwitchInput'],
          content: (
            <States>
              <State name="Segmented">
                <Segmented
                  label={t('sample.range')}
                  value={view}
                  onChange={setView}
                  options={[
                    { value: 'all', label: t('sample.all') },
                    { value: 'real', label: t('sample.real') },
                  ]}
                />
              </State>
              <State name="SwitchInput">
                <label>
                  <SwitchInput checked={isOn} onChange={setOn} /> {t('sample.real')}
                </label>
              </State>
              <State name="Quantity">
                <Quantity label={t('sample.quantity')} value={count} onChange={setCount} min={0} max={5} />
              </State>
            </States>
          ),
        },
        {
          id: 'fields',
          names: [
            ...['LabelledInput', 'LabelledPassword', 'LabelledTextarea', 'LabelledNumber', 'LabelledSelect'],
            ...['LabelledMultiSelect', 'LabelledDateTime', 'LabelledDate', 'LabelledSwitch', 'LabelledCheckbox'],
          ],
          content: <FieldExamples />,
        },
        {
          id: 'kept',
          names: ['AutosavedText', 'ToneSwatches'],
          content: (
            <TwoColumns>
              <AutosavedText
                label={t('sample.noteField')}
                value=""
                save={() => new Promise((resolve) => setTimeout(resolve, 600))}
                words={{
                  typing: t('kept.typing'),
                  saving: t('kept.saving'),
                  saved: t('kept.saved'),
                  failed: t('kept.failed'),
                }}
              />
              <ToneSwatches
                name="tone"
                label={t('sample.own')}
                value={tone}
                onChange={setTone}
                error={undefined}
                nameOf={(id) => id}
              />
            </TwoColumns>
          ),
        },
        {
          id: 'frame',
          names: ['FieldFrame'],
          content: (
            <FieldFrame label={t('sample.own')} description={t('sample.help')} required>
              {(control) => <input {...control} type="color" defaultValue="#5246e0" />}
            </FieldFrame>
          ),
        },
        {
          id: 'copy',
          names: ['CopyField', 'QrCode'],
          content: (
            <>
              <CopyField label={t('sample.link')} value="https://kaimai.tw/f/year-end-2026" />
              <QrCode label={t('sample.link')} value="https://kaimai.tw/f/year-end-2026" />
            </>
          ),
        },
        {
          id: 'section',
          names: ['FormSection', 'TwoColumns', 'FormWithPreview'],
          bare: true,
          content: (
            <FormWithPreview preview={<p>{t('sample.preview')}</p>}>
              <FormSection title={t('sample.section')} why={t('sample.why')}>
                <TwoColumns>
                  <LabelledInput label={t('sample.field')} value={text} onChange={setText} required max={40} />
                  <LabelledInput label={t('sample.field')} value={text} onChange={setText} optional />
                </TwoColumns>
              </FormSection>
            </FormWithPreview>
          ),
        },
      ]}
    />
  )
}
