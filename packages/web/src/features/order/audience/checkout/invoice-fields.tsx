import { IconBuilding, IconDeviceMobile, IconFileText, IconHeart } from '@tabler/icons-react'
import { asciiDigits } from '@kaimai/contract/common/typed-text.ts'
import { readCode, readMobileBarcode } from '@kaimai/contract/order/checkout.rules.ts'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { carriers, type InvoiceKind, invoiceErrors, invoiceKinds } from './draft.ts'
import { Choices, DraftText } from './fields.tsx'
import { useForm } from './form-context.ts'
import css from './section-fields.module.css'

const icons: Readonly<Record<InvoiceKind, ReactNode>> = {
  cloud: <IconDeviceMobile className="icon-muted" size={24} stroke={1.5} aria-hidden="true" />,
  company: <IconBuilding className="icon-muted" size={24} stroke={1.5} aria-hidden="true" />,
  donation: <IconHeart className="icon-muted" size={24} stroke={1.5} aria-hidden="true" />,
  paper: <IconFileText className="icon-muted" size={24} stroke={1.5} aria-hidden="true" />,
}

/** An organisation that many give to, with its code at the tax office; any other by its own code. */
const charities = [{ code: '919', name: 'genesis' }] as const
const otherCharity = 'other'

/** The field itself has no longest text: what is pasted is longer by what is not seen, and would lose its end. */
const digits =
  (max: number) =>
  (typed: string): string =>
    asciiDigits(typed).replace(/\D/g, '').slice(0, max)

const carrierCodes = {
  mobileBarcode: { placeholder: '/ABC1234', read: (typed: string) => readMobileBarcode(typed).slice(0, 8) },
  certificate: { placeholder: 'AB12345678901234', read: (typed: string) => readCode(typed).slice(0, 16) },
} as const

const CloudFields = ({ email }: { email: string }) => {
  const t = useText('checkout')
  const { draft, change } = useForm()
  const isRight = Object.keys(invoiceErrors(draft)).length === 0
  return (
    <>
      <fieldset className={css.carriers}>
        <legend className="sr-only">{t('invoice.carrier')}</legend>
        {carriers.map((carrier) => (
          <label key={carrier} className={clsx(draft.carrier === carrier && css.on)}>
            <input
              type="radio"
              name="carrier"
              className="native-input"
              checked={draft.carrier === carrier}
              onChange={() => change({ carrier })}
            />
            {t(`invoice.${carrier}`)}
          </label>
        ))}
      </fieldset>
      <div className={css.below}>
        {draft.carrier !== 'member' && (
          <DraftText
            {...carrierCodes[draft.carrier]}
            key={draft.carrier}
            name={draft.carrier}
            label={t(`invoice.${draft.carrier}`)}
            help={t(`invoice.${draft.carrier}Help`)}
            isRight={isRight}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="done"
          />
        )}
        {draft.carrier === 'member' && (
          <p className={css.help}>{email === '' ? t('invoice.memberHelpPlain') : t('invoice.memberHelp', { email })}</p>
        )}
      </div>
    </>
  )
}

const DonationFields = () => {
  const t = useText('checkout')
  const { draft, change } = useForm()
  const known = charities.find(({ code }) => code === draft.loveCode)
  return (
    <div className={css.below}>
      <Choices
        name="loveCode"
        label={t('invoice.donation')}
        value={known?.code ?? otherCharity}
        options={[
          ...charities.map(({ code, name }) => ({
            value: code as string,
            title: t(`invoice.charity.${name}`),
            note: t('invoice.code', { code }),
          })),
          { value: otherCharity, title: t('invoice.charity.other'), note: t('invoice.otherCode') },
        ]}
        onChoose={(loveCode) => change({ loveCode: loveCode === otherCharity ? '' : loveCode })}
      >
        {known === undefined ? (
          <DraftText
            name="loveCode"
            label={t('invoice.loveCode')}
            isRight={Object.keys(invoiceErrors(draft)).length === 0}
            read={digits(7)}
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="done"
          />
        ) : undefined}
      </Choices>
      <p className={css.help}>{t('invoice.donationHelp')}</p>
    </div>
  )
}

/** Four kinds at a glance; below only the fields of the one chosen, checked while they are filled in. */
export const InvoiceFields = ({ email }: { readonly email: string }) => {
  const t = useText('checkout')
  const { draft, change } = useForm()
  return (
    <>
      <fieldset className={css.kinds}>
        <legend className="sr-only">{t('invoice.title')}</legend>
        {invoiceKinds.map((kind) => (
          <label key={kind} className={clsx(draft.invoiceKind === kind && css.on)}>
            <input
              type="radio"
              name="invoiceKind"
              className="native-input"
              checked={draft.invoiceKind === kind}
              onChange={() =>
                change({
                  invoiceKind: kind,
                  ...(kind === 'donation' && draft.loveCode === '' ? { loveCode: charities[0].code } : {}),
                })
              }
            />
            {icons[kind]}
            <span>
              {t(`invoice.${kind}`)}
              <small>{t(`invoice.${kind}Note`)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      {draft.invoiceKind === 'cloud' && <CloudFields email={email} />}
      {draft.invoiceKind === 'company' && (
        <div className={css.below}>
          <DraftText
            name="taxId"
            label={t('invoice.taxId')}
            isRight={Object.keys(invoiceErrors(draft)).length === 0}
            read={digits(8)}
            inputMode="numeric"
            autoComplete="off"
            enterKeyHint="next"
          />
          <DraftText
            name="companyTitle"
            label={t('invoice.companyTitle')}
            autoComplete="organization"
            maxLength={60}
            enterKeyHint="done"
          />
        </div>
      )}
      {draft.invoiceKind === 'donation' && <DonationFields />}
      {draft.invoiceKind === 'paper' && <p className={css.help}>{t('invoice.paperHelp')}</p>}
    </>
  )
}
