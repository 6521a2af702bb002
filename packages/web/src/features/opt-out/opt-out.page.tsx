import { formatPhone } from '@kaimai/contract/common/phone.ts'
import { type OptOut, optOut } from '@kaimai/contract/opt-out/opt-out.resource.ts'
import { optOutRoutes, optOutSheetRoutes } from '@kaimai/contract/opt-out/opt-out.routes.ts'
import { useState } from 'react'
import { type PageExtras, resourcePage } from '../../resource/resource-page.tsx'
import { LetterPages } from '../letter/letter-pages.api.tsx'
import { RemovalDialog } from './removal-dialog.tsx'

const useOptOutExtras = (): PageExtras<OptOut> => {
  const [asked, ask] = useState<OptOut>()
  return {
    notes: <LetterPages />,
    askToRemove: ask,
    dialogs: asked && <RemovalDialog key={asked.id} optOut={asked} onClose={() => ask(undefined)} />,
  }
}

/** Who gets no marketing letters any more. */
export const OptOutPage = resourcePage(optOut, {
  name: 'opt-out',
  routes: optOutRoutes,
  sheet: optOutSheetRoutes,
  permission: 'form',
  art: 'letter',
  columns: ['contact', 'source', 'note', 'createdAt'],
  form: ['contact', 'note'],
  cells: { contact: ({ contact }) => formatPhone(contact) },
  hints: { note: 'hint.note' },
  useExtras: useOptOutExtras,
})
