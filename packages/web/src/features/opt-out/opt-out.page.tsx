import { type OptOut, optOut } from '@kaimai/contract/opt-out/opt-out.resource.ts'
import { optOutRoutes } from '@kaimai/contract/opt-out/opt-out.routes.ts'
import { type PageExtras, resourcePage } from '../../resource/resource-page.tsx'
import { LetterPages } from '../letter/letter-pages.api.tsx'

const useOptOutExtras = (): PageExtras<OptOut> => ({ notes: <LetterPages /> })

/** Who gets no marketing letters any more. */
export const OptOutPage = resourcePage(optOut, {
  name: 'opt-out',
  routes: optOutRoutes,
  permission: 'form',
  art: 'letter',
  columns: ['email', 'source', 'note', 'createdAt'],
  form: ['email', 'note'],
  hints: { note: 'hint.note' },
  useExtras: useOptOutExtras,
})
