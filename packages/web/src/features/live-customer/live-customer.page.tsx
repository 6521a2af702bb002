import { formatPhone } from '@kaimai/contract/common/phone.ts'
import { type LiveCustomer, liveCustomer } from '@kaimai/contract/live-customer/live-customer.resource.ts'
import { liveCustomerRoutes } from '@kaimai/contract/live-customer/live-customer.routes.ts'
import { IconClipboardText } from '@tabler/icons-react'
import { useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useMay } from '../../lib/session/use-session.tsx'
import { type PageExtras, resourcePage } from '../../resource/resource-page.tsx'
import { Button } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { LiveChoice, LiveFilter } from './live-choice.tsx'
import { PasteDialog } from './paste-dialog.tsx'

/** The live that the list is narrowed to; empty: none. */
const liveInAddress = (): string => new URLSearchParams(window.location.search).get('liveId') ?? ''

const useLiveCustomerExtras = (): PageExtras<LiveCustomer> => {
  const t = useText('live-customer')
  const mayWrite = useMay('form', true)
  const [isPasting, setPasting] = useState(false)
  return {
    buttons: mayWrite ? (
      <Button icon={<IconClipboardText {...icon16} />} aria-haspopup="dialog" onClick={() => setPasting(true)}>
        {t('paste.open')}
      </Button>
    ) : undefined,
    dialogs: isPasting && <PasteDialog liveId={liveInAddress()} onClose={() => setPasting(false)} />,
  }
}

/** Who is invited to lives beyond those who signed up. */
export const LiveCustomerPage = resourcePage(liveCustomer, {
  name: 'live-customer',
  routes: liveCustomerRoutes,
  permission: 'form',
  art: 'people',
  columns: ['name', 'phone', 'email', 'liveName', 'createdAt'],
  cells: { phone: ({ phone }) => formatPhone(phone) },
  form: ['liveId', 'name', 'phone', 'email', 'language'],
  inputs: {
    // Who is on the list of a live stays on it.
    liveId: (form) => <LiveChoice field={form.field('liveId')} disabled={form.clean.name !== ''} />,
  },
  start: () => ({ liveId: liveInAddress() }),
  filters: ({ liveId = '' }, choose) => <LiveFilter value={liveId} onChange={(value) => choose('liveId', value)} />,
  useExtras: useLiveCustomerExtras,
})
