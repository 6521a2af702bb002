import type { Profile, ProfileBody } from '@kaimai/contract/customer/profile.schema.ts'
import { asciiDigits } from '@kaimai/contract/common/typed-text.ts'
import { readCode, readMobileBarcode } from '@kaimai/contract/order/checkout.rules.ts'
import { useState } from 'react'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { DetailForm, type DetailFormProps } from './detail-form.tsx'
import { SelectField, TextField } from '../../../ui/audience-field.tsx'

const classes = ['mobileBarcode', 'member', 'certificate', 'company', 'donation', 'paper'] as const
type InvoiceClass = (typeof classes)[number]

const digits = (typed: string): string => asciiDigits(typed).replace(/\D/g, '')

/** What is kept of each kind's code while it is typed, and what the server calls it. */
const codes = {
  mobileBarcode: {
    path: 'invoice.carrier',
    example: '/ABC1234',
    read: readMobileBarcode,
    maxLength: 8,
    numeric: false,
  },
  certificate: { path: 'invoice.carrier', example: 'AB12345678901234', read: readCode, maxLength: 16, numeric: false },
  taxId: { path: 'invoice.taxId', example: '04595257', read: digits, maxLength: 8, numeric: true },
  loveCode: { path: 'invoice.loveCode', example: '919', read: digits, maxLength: 7, numeric: true },
} as const
type Code = keyof typeof codes

const codeOfClass: Readonly<Record<InvoiceClass, Code | undefined>> = {
  mobileBarcode: 'mobileBarcode',
  certificate: 'certificate',
  company: 'taxId',
  donation: 'loveCode',
  member: undefined,
  paper: undefined,
}

const codeIn = (invoice: Profile['invoice']): string => {
  if (invoice === null) return ''
  if ('carrier' in invoice) return invoice.carrier
  if ('taxId' in invoice) return invoice.taxId
  return 'loveCode' in invoice ? invoice.loveCode : ''
}

const invoiceOf = (kind: InvoiceClass, code: string, title: string): ProfileBody['invoice'] => {
  switch (kind) {
    case 'mobileBarcode':
    case 'certificate':
      return { class: kind, carrier: code }
    case 'company':
      return { class: kind, taxId: code, title: title.trim() }
    case 'donation':
      return { class: kind, loveCode: code }
    case 'member':
    case 'paper':
      return { class: kind }
  }
}

export const InvoiceForm = ({ profile, ...acts }: DetailFormProps & { readonly profile: Profile }) => {
  const t = useText('customer')
  const { invoice } = profile
  const [kind, setKind] = useState<InvoiceClass>(invoice?.class ?? 'member')
  const [code, setCode] = useState(codeIn(invoice))
  const [title, setTitle] = useState(invoice?.class === 'company' ? invoice.title : '')
  const name = codeOfClass[kind]
  const asked = name && codes[name]
  return (
    <DetailForm {...acts} bodyOf={() => ({ invoice: invoiceOf(kind, code, title) })}>
      {(errorOf) => (
        <>
          <SelectField
            label={t('field.invoice')}
            value={kind}
            options={classes.map((each) => ({ value: each, label: t(`invoice.${each}`) }))}
            onChoose={(chosen) => {
              setKind(classes.find((each) => each === chosen) ?? 'member')
              setCode('')
            }}
          />
          {name && asked && (
            <TextField
              key={name}
              label={t(`field.${name}`)}
              placeholder={asked.example}
              value={code}
              error={errorOf(asked.path)}
              inputMode={asked.numeric ? 'numeric' : 'text'}
              autoCapitalize="characters"
              autoComplete="off"
              spellCheck={false}
              // What is pasted is longer by what is not seen: the field itself would cut its end off.
              onText={(typed) => setCode(asked.read(typed).slice(0, asked.maxLength))}
            />
          )}
          {kind === 'company' && (
            <TextField
              label={t('field.companyTitle')}
              value={title}
              error={errorOf('invoice.title')}
              autoComplete="organization"
              maxLength={60}
              onText={setTitle}
            />
          )}
        </>
      )}
    </DetailForm>
  )
}
