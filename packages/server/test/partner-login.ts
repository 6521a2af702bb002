import { pathOf } from '@kaimai/contract/common/route.ts'
import { partnerRoutes } from '@kaimai/contract/partner/partner.routes.ts'
import { partnerSessionRoutes } from '@kaimai/contract/partner/partner-session.routes.ts'
import { cookiesIn } from './affiliates.ts'
import type { Member, TestApp } from './test-app.ts'

const password = 'a long and good password'

/** The headers of a partner who has set a password by a new link of the firm and logged in. */
export const partnerLogin = async (
  t: TestApp,
  member: Pick<Member, 'headers'>,
  { id, email }: { readonly id: string; readonly email: string },
): Promise<{ cookie: string }> => {
  const { path } = await t.call(partnerRoutes.passwordLink, { params: { id }, body: {} }, member.headers)
  const send = (method: 'PUT' | 'POST', body: object) =>
    t.request({
      method,
      url: pathOf(partnerSessionRoutes.login),
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ partnerId: id, password, ...body }),
    })
  await send('PUT', { token: path.split('#token=')[1] ?? '' })
  const [session = ''] = cookiesIn(await send('POST', { email })).values()
  return { cookie: `kaimai_partner=${session}` }
}
