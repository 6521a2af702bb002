import { authRoutes } from '@kaimai/contract/auth/auth.routes.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import type { Sent } from '@kaimai/contract/common/route.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'

/** Asks for a letter with a reset link; the answer is the same whether the account exists. */
export const askForReset = (body: { account: string; email: string }) =>
  call(authRoutes.forgot, { body }, { quiet: true })

export const setNewPassword = (body: { token: string; password: string }) =>
  call(authRoutes.reset, { body }, { quiet: true })

/** The new-merchant form. */
export const settleMerchant = (sent: Sent<typeof firmRoutes.settle>) => call(firmRoutes.settle, sent)

/** Leads to the demo's session that is worth it at that moment: a page may stand open for an hour before it is pressed. */
export const demoRoomPath = '/demo-room'

/** The demo firm's log-in, where this server has one. */
export const demoLogin = () =>
  queryOptions({
    queryKey: ['demo'],
    queryFn: ({ signal }) => call(firmRoutes.demo, {}, { signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  })
