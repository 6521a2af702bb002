import { IconBuilding, IconDeviceMobile, IconFileText, IconHeart } from '@tabler/icons-react'
import { asciiDigits } from '@kaimai/contract/common/phone.ts'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { carriers, type InvoiceKind, invoiceErrors, invoiceKinds } from './draft.ts'
import { Choices, TextField } from './fields.tsx'
import { useForm } from './form-context.ts'
import css from './parts-of-steps.module.css'

const icons: Readonly<Record<InvoiceKind, ReactNode>> = {
  cloud: <IconDeviceMobile size={24} stroke={1.5} aria-hidden="true" />,
  company: <IconBuilding size={24} stroke={1.5} aria-hidden="true" />,
  donation: <IconHeart size={24} stroke={1.5} aria-hidden="true" />,
  paper: <IconFileText size={24} stroke={1.5} aria-hidden="true" />,
}

/** An organisation that many give to, with its code at the tax office; any other by its own code. */
const charities = [{ code: '919', name: 'genesis' }] as const
const otherCharity = 'other'

const upper = (typed: string): string => typed.normalize('NFKC').toUpperCase().replace(/\s/g, '')
const digits = (typed: string): string => asciiDigits(typed).replace(/\D/g, '')

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
              className={css.hidden}
              checked={draft.carrier === carrier}
              onChange={() => change({ carrier })}
            />
            {t(`invoice.${carrier}`)}
          </label>
        ))}
      </fieldset>
      <div className={css.below}>
        {draft.carrier === 'mobileBarcode' && (
          <TextField
            name="mobileBarcode"
            label={t('invoice.mobileBarcode')}
            placeholder="/ABC1234"
            help={t('invoice.mobileBarcodeHelp')}
            good={isRight}
            read={(typed) => {
              const text = upper(typed)
              return text === '' || text.startsWith('/') ? text : `/${text}`
            }}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={8}
            enterKeyHint="done"
          />
        )}
        {draft.carrier === 'certificate' && (
          <TextField
            name="certificate"
            label={t('invoice.certificate')}
            placeholder="AB12345678901234"
            help={t('invoice.certificateHelp')}
            good={isRight}
            read={upper}
            autoCapitalize="characters"
            autoComplete="off"
            spellCheck={false}
            maxLength={16}
            enterKeyHint="done"
          />
        )}
        {draft.carrier === 'member' && <p className={css.help}>{t('invoice.memberHelp', { email })}</p>}
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
          <TextField
            name="loveCode"
            label={t('invoice.loveCode')}
            good={Object.keys(invoiceErrors(draft)).length === 0}
            read={digits}
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            enterKeyHint="done"
          />
        ) : undefined}
      </Choices>
      <p className={css.help}>{t('invoice.donationHelp')}</p>
    </div>
  )
}

/** Four kinds at a glance; below only the fields of the one chosen, checked while they are filled in. */
export const InvoiceStep = ({ email }: { readonly email: string }) => {
  const t = useText('checkout')
  const { draft, change } = useForm()
  return (
    <section className={css.part}>
      <h3 id="invoice-title">{t('invoice.title')}</h3>
      <fieldset className={css.kinds}>
        <legend className="sr-only">{t('invoice.title')}</legend>
        {invoiceKinds.map((kind) => (
          <label key={kind} className={clsx(draft.invoiceKind === kind && css.on)}>
            <input
              type="radio"
              name="invoiceKind"
              className={css.hidden}
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
          <TextField
            name="taxId"
            label={t('invoice.taxId')}
            good={Object.keys(invoiceErrors(draft)).length === 0}
            read={digits}
            inputMode="numeric"
            autoComplete="off"
            maxLength={8}
            enterKeyHint="next"
          />
          <TextField
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
    </section>
  )
}
