import type { Sent } from '@kaimai/contract/common/route.ts'
import type { Partner } from '@kaimai/contract/partner/partner.resource.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/http/http.ts'

/** Where all that is known of partners stands in the query cache. */
export const partnerKey = ['partner'] as const

const pageSize = 100
/** Partners to choose from; who has more finds the rest by search on their own page. */
const choicesMax = 500

const loadChoices = async (signal: AbortSignal): Promise<readonly Partner[]> => {
  const found: Partner[] = []
  let cursor: string | undefined
  do {
    const page = await call(
      partnerRoutes.list,
      { query: { limit: pageSize, sort: 'name', ...(cursor === undefined ? {} : { cursor }) } },
      { signal },
    )
    found.push(...page.items)
    cursor = page.cursor
  } while (cursor !== undefined && found.length < choicesMax)
  return found
}

/** The firm's partners by name, for those who let one choose among them. */
export const partnerChoices = () =>
  queryOptions({ queryKey: [...partnerKey, 'choices'], queryFn: ({ signal }) => loadChoices(signal) })

/** Published forms that a link may lead to. */
export const availableForms = () =>
  queryOptions({
    queryKey: [...partnerKey, 'forms'],
    queryFn: ({ signal }) => call(partnerRoutes.availableForms, {}, { signal }),
  })

type PayoutAccountSent = Exclude<Sent<typeof partnerRoutes.setPayoutAccount>['body'], FormData>

/** Where payouts go from now on; batches that are made already keep their account. */
export const setPayoutAccount = (id: string, body: PayoutAccountSent) =>
  call(partnerRoutes.setPayoutAccount, { params: { id }, body }, { quiet: true })

/** A new link by which the partner sets a password; the ones from before are over. */
export const makePasswordLink = (id: string) => call(partnerRoutes.passwordLink, { params: { id }, body: {} })
