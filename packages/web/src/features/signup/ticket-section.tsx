import { common, formatErrorText, withValues } from '@kaimai/contract/common/error-text.ts'
import { readPrice, unclearPrice } from '@kaimai/contract/common/money.ts'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconPackage, IconX } from '@tabler/icons-react'
import { clsx } from 'clsx'
import { useState } from 'react'
import { Link } from 'react-router'
import type { SchemaForm } from '../../lib/form/use-schema-form.ts'
import { useFormat, useLanguage, useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/field-frame.tsx'
import { LabelledInput } from '../../ui/field.tsx'
import { FormSection, TwoColumns } from '../../ui/form-section.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { Thumb } from '../../ui/thumb.tsx'
import { productShown } from '../product/product.api.ts'
import { ProductPicker } from '../product/product-picker.tsx'
import type { SignupFields } from './form-values.ts'
import css from './ticket-section.module.css'

const typedPrice = (minor: number): string => (minor === 0 ? '' : String(minor / 100))

interface TicketSectionProps {
  readonly form: SchemaForm<SignupFields>
  /** The merchant has a way to be paid. */
  readonly payable: boolean
}

/** What a paid form sells. */
export const TicketSection = ({ form, payable }: TicketSectionProps) => {
  const t = useText('signup')
  const language = useLanguage()
  const { ticketInfo } = form.values
  const set = (patch: Partial<SignupFields['ticketInfo']>) => form.set({ ticketInfo: { ...ticketInfo, ...patch } })
  const [typed, setTyped] = useState(typedPrice(ticketInfo.price))
  // Set from elsewhere (changes discarded): what is typed follows.
  if ((readPrice(typed) ?? 0) !== ticketInfo.price) setTyped(typedPrice(ticketInfo.price))
  const readings = unclearPrice(typed)
  const unclear = readings && formatErrorText(withValues(common.numberUnclear, { ...readings }), language)
  return (
    <FormSection id="ticket" title={t('section.ticket')} why={t('ticket.why')}>
      {!payable && (
        <p className={css.unpayable}>
          <IconAlertTriangle className="icon-down-2" {...icon16} />
          <span>
            {t('ticket.unpayable')} <Link to={paths.brandSetting()}>{t('ticket.setPayment')}</Link>
          </span>
        </p>
      )}
      <TwoColumns>
        <LabelledInput
          name="ticketInfo.ticketName"
          label={t('ticket.name')}
          value={ticketInfo.ticketName}
          onChange={(ticketName) => set({ ticketName })}
          onBlur={() => form.check('ticketInfo.ticketName')}
          placeholder={t('ticket.nameExample')}
          error={form.errorAt('ticketInfo.ticketName')}
          max={80}
          required
        />
        <LabelledInput
          name="ticketInfo.price"
          label={t('ticket.price')}
          value={typed}
          onChange={(text) => {
            // What can't be read is no price: never the one that stood there before.
            setTyped(text)
            set({ price: readPrice(text) ?? 0 })
          }}
          onBlur={() => form.check('ticketInfo.price')}
          prefix="NT$"
          inputMode="decimal"
          error={unclear ?? form.errorAt('ticketInfo.price')}
          required
        />
      </TwoColumns>
      <TicketProduct
        productId={ticketInfo.productId}
        onChange={(productId) => set({ productId })}
        error={form.errorAt('ticketInfo.productId')}
      />
      <TwoColumns>
        <LabelledInput
          {...form.field('orderNoPrefix')}
          onChange={(typed) => form.set({ orderNoPrefix: typed.toUpperCase().replace(/[^A-Z0-9]/g, '') })}
          label={t('form.orderNoPrefix')}
          description={t('form.orderNoPrefixHint')}
          placeholder="CR"
          max={6}
          optional
        />
      </TwoColumns>
    </FormSection>
  )
}

interface TicketProductProps {
  readonly productId: string | null
  readonly onChange: (productId: string | null) => void
  readonly error: string | undefined
}

const TicketProduct = ({ productId, onChange, error }: TicketProductProps) => {
  const t = useText('signup')
  const f = useFormat()
  const [picking, setPicking] = useState(false)
  const product = useQuery({ ...productShown(productId ?? ''), enabled: productId !== null }).data
  return (
    <FieldFrame
      name="ticketInfo.productId"
      label={t('ticket.product')}
      description={t('ticket.productHint')}
      error={error}
      group
    >
      {() => (
        <div>
          {productId === null ? (
            <Button icon={<IconPackage {...icon16} />} onClick={() => setPicking(true)} aria-haspopup="dialog">
              {t('ticket.chooseProduct')}
            </Button>
          ) : (
            <div className={css.product}>
              <Thumb src={product?.images[0]} width={48} height={48} />
              <span className={clsx('grow', css.what)}>
                <b className="name-line">{product?.productName ?? '…'}</b>
                {product && (
                  <small className="caption">{f.money({ amount: product.price, currency: product.currency })}</small>
                )}
              </span>
              <Button size="s" onClick={() => setPicking(true)} aria-haspopup="dialog">
                {t('ticket.changeProduct')}
              </Button>
              <IconButton label={t('ticket.noProduct')} icon={<IconX {...icon16} />} onClick={() => onChange(null)} />
            </div>
          )}
          <ProductPicker
            open={picking}
            onClose={() => setPicking(false)}
            chosen={productId === null ? [] : [productId]}
            onChoose={(ids) => onChange(ids.findLast((id) => id !== productId) ?? ids[0] ?? null)}
          />
        </div>
      )}
    </FieldFrame>
  )
}
