import { type Association, association } from '@kaimai/contract/association/association.resource.ts'
import { associationRoutes } from '@kaimai/contract/association/association.routes.ts'
import { IconQrcode, IconSettings } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useMay } from '../../lib/session/use-session.tsx'
import { type PageExtras, resourcePage } from '../../resource/resource-page.tsx'
import { Button } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { AffiliatePages } from '../partner/affiliate-pages.api.tsx'
import { PartnerFilter } from '../partner/partner-picker.tsx'
import { AmountInput, FormsInput, PartnerInput, RateInput } from './link-inputs.tsx'
import { LinkShare } from './link-share.tsx'
import { ProductsInput } from './products-input.tsx'
import { ProgramDrawer } from './program-drawer.tsx'
import { RateText } from './rate-text.tsx'

const useLinkExtras = (): PageExtras<Association> => {
  const t = useText('association')
  const mayWrite = useMay('setting', true)
  const [shared, setShared] = useState<Association>()
  const [isProgramOpen, setProgramOpen] = useState(false)
  return {
    notes: <AffiliatePages />,
    buttons: mayWrite ? (
      <Button icon={<IconSettings {...icon16} />} aria-haspopup="dialog" onClick={() => setProgramOpen(true)}>
        {t('program.open')}
      </Button>
    ) : undefined,
    actions: (row) => [{ label: t('action.share'), icon: <IconQrcode {...icon16} />, run: () => setShared(row) }],
    dialogs: (
      <>
        {shared && <LinkShare association={shared} onClose={() => setShared(undefined)} />}
        {isProgramOpen && <ProgramDrawer onClose={() => setProgramOpen(false)} />}
      </>
    ),
  }
}

/** Links of partners: what each is for, what it pays, and for how long. */
export const LinkPage = resourcePage(association, {
  name: 'association',
  routes: associationRoutes,
  permission: 'setting',
  art: 'list',
  columns: ['code', 'name', 'partnerName', 'rateKind', 'beginAt', 'endAt', 'cookieDays'],
  cells: { rateKind: (row) => <RateText {...row} /> },
  form: [
    'partnerId',
    ['code', 'name'],
    'rateKind',
    'basisPoints',
    'amount',
    'signupIds',
    'productIds',
    ['beginAt', 'endAt'],
    'cookieDays',
  ],
  inputs: {
    partnerId: (form) => <PartnerInput form={form} />,
    basisPoints: (form) => <RateInput form={form} />,
    amount: (form) => <AmountInput form={form} />,
    signupIds: (form) => <FormsInput form={form} />,
    productIds: (form) => <ProductsInput form={form} />,
  },
  hints: { code: 'hint.code', cookieDays: 'hint.cookieDays', endAt: 'hint.endAt' },
  start: () => ({ beginAt: new Date().toISOString(), cookieDays: 30 }),
  filters: ({ partnerId = '' }, choose) => (
    <PartnerFilter value={partnerId} onChange={(value) => choose('partnerId', value)} />
  ),
  useExtras: useLinkExtras,
})
