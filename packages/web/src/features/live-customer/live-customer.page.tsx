import { formatPhone } from '@kaimai/contract/common/phone.ts'
import { type LiveCustomer, liveCustomer } from '@kaimai/contract/live-customer/live-customer.resource.ts'
import { liveCustomerRoutes } from '@kaimai/contract/live-customer/live-customer.routes.ts'
import { IconClipboardText } from '@tabler/icons-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useMay } from '../../lib/session/use-session.tsx'
import { type PageExtras, resourcePage } from '../../resource/resource-page.tsx'
import { Button } from '../../ui/button.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { LiveChoice, LiveFilter } from './live-choice.tsx'
import { PasteDialog } from './paste-dialog.tsx'

const useLiveCustomerExtras = (): PageExtras<LiveCustomer> => {
  const t = useText('live-customer')
  const mayWrite = useMay('form', true)
  const [isPasting, setPasting] = useState(false)
  const [chosen] = useSearchParams()
  return {
    buttons: mayWrite ? (
      <Button icon={<IconClipboardText {...icon16} />} aria-haspopup="dialog" onClick={() => setPasting(true)}>
        {t('paste.open')}
      </Button>
    ) : undefined,
    dialogs: isPasting && <PasteDialog liveId={chosen.get('liveId') ?? ''} onClose={() => setPasting(false)} />,
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
  start: ({ liveId = '' }) => ({ liveId }),
  filters: ({ liveId = '' }, choose) => <LiveFilter value={liveId} onChange={(value) => choose('liveId', value)} />,
  useExtras: useLiveCustomerExtras,
})
