import { FirmFields } from '@kaimai/contract/firm/firm.schema.ts'
import type { DeliverySetting } from '@kaimai/contract/firm/firm-methods.schema.ts'
import { deliveryTypes } from '@kaimai/contract/order/checkout.rules.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useMay } from '../../lib/session/use-session.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { ChoicesPreview } from './choices-preview.tsx'
import { MoneyField } from './money-field.tsx'
import { moveItem } from '../../lib/list/move-item.ts'
import { MoveButtons } from './ordered.tsx'
import own from './ordered.module.css'
import { SectionFrame } from './section-frame.tsx'
import type { SectionProps } from './section-props.ts'
import { useSectionForm } from './use-section-form.ts'

const Fields = FirmFields.pick({ deliveryMethods: true })

/** What a way to deliver costs at first, minor units. */
const firstFees = { home: 100_00, store: 60_00, self: 0, none: 0 } as const

export const DeliverySection = ({ setting }: SectionProps) => {
  const t = useText('firm')
  const f = useFormat()
  const mayWrite = useMay('setting', true)
  const form = useSectionForm({
    schema: Fields,
    setting,
    pick: ({ deliveryMethods }) => ({ deliveryMethods }),
  })
  const methods = form.values.deliveryMethods
  const set = (deliveryMethods: DeliverySetting[]) => form.set({ deliveryMethods })
  const change = (place: number, patch: Partial<DeliverySetting>) =>
    set(methods.map((way, each) => (each === place ? { ...way, ...patch } : way)))
  const missing = deliveryTypes.filter((type) => methods.every((way) => way.type !== type))
  const at = (place: number, field: keyof DeliverySetting) => {
    const path = `deliveryMethods.${place}.${field}`
    return { name: path, onBlur: () => form.check(path), error: form.errorAt(path) }
  }
  const money = (amount: number) => f.money({ amount, currency: 'TWD' })
  const preview = (
    <ChoicesPreview
      title={t('delivery.seen')}
      none={t('delivery.none')}
      choices={methods.map(({ type, fee, freeFrom, note }) => ({
        id: type,
        name: t(`delivery.type.${type}`),
        price: fee === 0 ? t('delivery.free') : money(fee),
        note: [note, freeFrom === null ? '' : t('delivery.freeFromSeen', { from: money(freeFrom) })]
          .filter((part) => part !== '')
          .join('・'),
      }))}
    />
  )
  return (
    <SectionFrame form={form} preview={preview}>
      {!setting.deliveryIsOwn && <p className="caption">{t('delivery.defaults')}</p>}
      <div className={own.list} data-field="deliveryMethods">
        {methods.map((way, place) => {
          const name = t(`delivery.type.${way.type}`)
          return (
            <div key={way.type} className={own.item} role="group" aria-label={name}>
              <div className={own.top}>
                <b>{name}</b>
                {mayWrite && (
                  <span className="row-xs">
                    <MoveButtons
                      name={name}
                      place={place}
                      count={methods.length}
                      onMove={(by) => set(moveItem(methods, place, place + by))}
                    />
                    <IconButton
                      label={t('delivery.takeOff', { name })}
                      icon={<IconTrash {...icon16} />}
                      onClick={() => set(methods.filter((_, each) => each !== place))}
                    />
                  </span>
                )}
              </div>
              <div className={own.three}>
                <MoneyField
                  {...at(place, 'fee')}
                  label={t('delivery.fee')}
                  value={way.fee}
                  onChange={(fee) => change(place, { fee: fee ?? 0 })}
                />
                <MoneyField
                  {...at(place, 'freeFrom')}
                  label={t('delivery.freeFrom')}
                  placeholder={t('delivery.never')}
                  value={way.freeFrom}
                  onChange={(freeFrom) => change(place, { freeFrom })}
                />
                <LabelledInput
                  {...at(place, 'note')}
                  label={t('delivery.note')}
                  optional
                  placeholder={t(`delivery.notePlaceholder.${way.type}`)}
                  value={way.note}
                  onChange={(note) => change(place, { note })}
                />
              </div>
            </div>
          )
        })}
        {form.errorAt('deliveryMethods') !== undefined && (
          <p className={own.error} role="alert">
            {form.errorAt('deliveryMethods')}
          </p>
        )}
      </div>
      {mayWrite && missing.length > 0 && (
        <div>
          <DropdownMenu
            side="left"
            items={missing.map((type) => ({
              label: t(`delivery.type.${type}`),
              run: () => set([...methods, { type, fee: firstFees[type], freeFrom: null, note: '' }]),
            }))}
            renderTrigger={(trigger) => (
              <Button {...trigger} size="s" icon={<IconPlus {...icon16} />}>
                {t('delivery.add')}
              </Button>
            )}
          />
        </div>
      )}
    </SectionFrame>
  )
}
