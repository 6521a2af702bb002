import { showMoney } from '@kaimai/contract/common/money.ts'
import { type Partner, partner } from '@kaimai/contract/partner/partner.resource.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { IconBuildingBank, IconCash, IconKey, IconLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useFirm } from '../../lib/session/use-session.tsx'
import { type PageExtras, resourcePage } from '../../resource/resource-page.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { AffiliatePages } from './affiliate-pages.api.tsx'
import { PasswordLinkDialog } from './password-link-dialog.tsx'
import { PayoutAccountDialog } from './payout-account-dialog.tsx'

/** What was owed when the partner was removed, minor units, as the server answered it. */
const owedOf = (answer: unknown): number =>
  typeof answer === 'object' && answer !== null && 'owed' in answer && typeof answer.owed === 'number' ? answer.owed : 0

const usePartnerExtras = (): PageExtras<Partner> => {
  const t = useText('partner')
  const { currency } = useFirm()
  const [opened, setOpened] = useState<{ readonly what: 'password' | 'account'; readonly partner: Partner }>()
  const close = () => setOpened(undefined)
  const money = (amount: number) => showMoney({ amount, currency })
  return {
    notes: <AffiliatePages />,
    actions: (row) => [
      { label: t('action.links'), icon: <IconLink {...icon16} />, to: paths.associationLinks({ partnerId: row.id }) },
      {
        label: t('action.commissions'),
        icon: <IconCash {...icon16} />,
        to: paths.associationCommissions({ partnerId: row.id }),
      },
      'line',
      {
        label: t('action.password'),
        icon: <IconKey {...icon16} />,
        run: () => setOpened({ what: 'password', partner: row }),
      },
      {
        label: t('action.account'),
        icon: <IconBuildingBank {...icon16} />,
        run: () => setOpened({ what: 'account', partner: row }),
      },
    ],
    removal: ({ owed }) => (owed > 0 ? t('removeOwed', { amount: money(owed) }) : t('remove')),
    removed: ({ name }, answer) => {
      const owed = owedOf(answer)
      return owed > 0 ? t('removedOwed', { name, amount: money(owed) }) : undefined
    },
    dialogs: (
      <>
        {opened?.what === 'password' && <PasswordLinkDialog partner={opened.partner} onClose={close} />}
        {opened?.what === 'account' && <PayoutAccountDialog partner={opened.partner} onClose={close} />}
      </>
    ),
  }
}

/** Who promotes the firm. */
export const PartnerPage = resourcePage(partner, {
  name: 'partner',
  routes: partnerRoutes,
  permission: 'setting',
  art: 'people',
  columns: ['name', 'email', 'taxKind', 'accountEnd', 'owed', 'createdAt'],
  form: ['name', 'taxKind', 'email', 'payoutEmail', 'phone', 'memo'],
  hints: { taxKind: 'hint.taxKind', email: 'hint.email', payoutEmail: 'hint.payoutEmail', phone: 'hint.phone' },
  useExtras: usePartnerExtras,
})
