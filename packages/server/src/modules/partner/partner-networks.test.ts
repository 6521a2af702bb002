import { pathOf } from '@kaimai/contract/common/route.ts'
import { partnerSessionRoutes } from '@kaimai/contract/partner/partner-session.routes.ts'
import { expect, test } from 'vitest'
import { aPartner } from '../../../test/affiliates.ts'
import { aFirmWithHours, sharedApp } from '../../../test/fixtures.ts'

const t = await sharedApp({ environment: { TRUST_PROXY: 'loopback' } })

/** The name of the error that a call from an address answers with, as a proxy forwards it. */
const askFrom = async (address: string, route: 'login' | 'forgotPassword', body: object): Promise<string> => {
  const answer = await t.request({
    method: 'POST',
    url: pathOf(partnerSessionRoutes[route]),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    payload: JSON.stringify(body),
  })
  return answer.status === 200 ? 'none' : (answer.body as { error: { name: string } }).error.name
}

test.each([
  ['login', { password: 'a wrong and long password' }, 'wrongCredentials'],
  ['forgotPassword', {}, 'none'],
] as const)(
  'PARTNER-440 All addresses of one network of IPv6 count as one that tries: %s',
  async (route, given, before) => {
    const member = await aFirmWithHours(t)
    const { id: partnerId, email } = await aPartner(t, member)
    const body = { partnerId, email, ...given }
    for (let count = 1; count <= 10; count += 1)
      expect(await askFrom(`2001:db8:7:1::${count}`, route, body)).toBe(before)
    expect(await askFrom('2001:db8:7:1::99', route, body)).toBe('tooManyRequests')
    expect(await askFrom('2001:db8:7:2::1', route, body)).toBe(before)
  },
)
