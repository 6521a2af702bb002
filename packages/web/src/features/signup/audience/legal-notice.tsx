import { IconChevronDown } from '@tabler/icons-react'
import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { useText } from '../../../lib/i18n/use-text.tsx'
import { icon16 } from '../../../ui/icon-props.ts'
import css from './legal-notice.module.css'

/**
 * What the Personal Data Protection Act wants said before data are collected (article 8): who, what for, which, how
 * long, where and by whom, which rights, and what happens without. Opens without a script.
 */
export const LegalNotice = ({ page }: { page: PublicSignup }) => {
  const t = useText('signup')
  const { firm, countyRequired, questions, pageType } = page
  const isPaid = pageType === 'order'
  const name = firm.legalName || firm.name
  const who = [
    name,
    firm.taxId === '' ? '' : t('seller.taxId', { id: firm.taxId }),
    firm.legalAddress,
    firm.legalPhone === '' ? '' : t('seller.phone', { phone: firm.legalPhone }),
  ].filter((part) => part !== '')
  const which = [
    t('legal.which.base'),
    ...(countyRequired ? [t('legal.which.county')] : []),
    ...(questions.length > 0 ? [t('legal.which.answers')] : []),
    t('legal.which.use'),
    ...(isPaid ? [t('legal.which.order')] : []),
  ]
  const rows = [
    ['who', who.join(t('legal.comma'))],
    ['why', t(isPaid ? 'legal.whyText.paid' : 'legal.whyText.free')],
    ['what', which.join(t('legal.comma'))],
    ['long', t(isPaid ? 'legal.longText.paid' : 'legal.longText.free')],
    ['where', t(isPaid ? 'legal.whereText.paid' : 'legal.whereText.free', { name })],
    ['rights', t('legal.rightsText', { name })],
    ['refuse', t('legal.refuseText')],
  ] as const
  return (
    <details className={css.notice}>
      <summary>
        {t('legal.title')}
        <IconChevronDown {...icon16} />
      </summary>
      <dl>
        {rows.map(([row, text]) => (
          <div key={row}>
            <dt>{t(`legal.${row}`)}</dt>
            <dd className="break-words">{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
