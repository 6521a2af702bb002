import { IconMapPin, IconReceipt, IconUser } from '@tabler/icons-react'
import type { Profile } from '@kaimai/contract/customer/profile.schema.ts'
import { type ReactNode, useRef, useState } from 'react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { Action } from '../../../ui/audience/action.tsx'
import { icon20 } from '../../../ui/icon-props.ts'
import { AddressForm } from './address-form.tsx'
import { ContactForm } from './contact-form.tsx'
import { InvoiceForm } from './invoice-form.tsx'
import css from './saved-details.module.css'
import { invoiceLabels, placeLabels } from './saved-labels.ts'
import type { ProfileAccess } from './use-profile.ts'

const parts = ['contact', 'address', 'invoice'] as const
type Part = (typeof parts)[number]

const icons: Readonly<Record<Part, ReactNode>> = {
  contact: <IconUser className="icon-muted" {...icon20} />,
  address: <IconMapPin className="icon-muted" {...icon20} />,
  invoice: <IconReceipt className="icon-muted" {...icon20} />,
}

const forms = { contact: ContactForm, address: AddressForm, invoice: InvoiceForm } as const

/** What the next checkout begins with, each part on a line that opens to be changed. */
export const SavedDetails = ({
  profile,
  onSave,
}: {
  readonly profile: Profile
  readonly onSave: ProfileAccess['change']
}) => {
  const t = useText('customer')
  const [open, setOpen] = useState<Part>()
  const [isSaved, setSaved] = useState(false)
  const section = useRef<HTMLElement>(null)
  const { personal, nickname, delivery } = profile
  const name = personal?.fullName ?? ''
  const invoice = invoiceLabels(profile.invoice, t)
  const words: Readonly<Record<Part, { readonly title: string; readonly notes: readonly string[] }>> = {
    contact: {
      title: nickname === '' ? name : name === '' ? nickname : t('details.called', { name, nickname }),
      notes: personal ? [personal.phone, personal.email] : [],
    },
    address: {
      title: placeLabels(delivery, t),
      notes: delivery?.type === 'home' || delivery?.type === 'store' ? [t(`delivery.${delivery.type}`)] : [],
    },
    invoice: { title: invoice.title, notes: invoice.code === '' ? [] : [invoice.code] },
  }
  return (
    <section ref={section} className={css.details}>
      <h3>{t('details.title')}</h3>
      {parts.map((part) => {
        const Form = forms[part]
        const { title, notes } = words[part]
        const isNone = title === ''
        const label = t(`details.${part}`)
        return (
          <div key={part} className={css.part} data-part={part}>
            <div className={css.line}>
              {icons[part]}
              <p className={css.words}>
                <b>{isNone ? label : title}</b>
                <small>
                  {(isNone ? [t('details.none')] : notes).map((note) => (
                    <span key={note}>{note}</span>
                  ))}
                </small>
              </p>
              {open !== part && (
                <Action
                  kind="plain"
                  aria-label={t(isNone ? 'details.addNamed' : 'details.changeNamed', { name: label })}
                  onClick={() => {
                    setSaved(false)
                    setOpen(part)
                  }}
                >
                  {t(isNone ? 'details.add' : 'details.change')}
                </Action>
              )}
            </div>
            {open === part && (
              <Form
                profile={profile}
                onSave={async (body) => {
                  await onSave(body)
                  setSaved(true)
                }}
                onClose={() => {
                  setOpen(undefined)
                  requestAnimationFrame(() =>
                    section.current?.querySelector<HTMLElement>(`[data-part="${part}"] button`)?.focus(),
                  )
                }}
              />
            )}
          </div>
        )
      })}
      <p className="sr-only" role="status">
        {isSaved ? t('sheet.saved') : ''}
      </p>
    </section>
  )
}
