import { type Member, password, type TestApp, WireError } from './test-app.ts'

/** A member logged in again from the own device: half an hour without a call ends a login. */
export const loggedInAgain = (t: TestApp, { account, deviceId }: Member): Promise<Member> =>
  loginTo(t, account, deviceId)

/** Logs a member in from a device, as its browser does. Throws WireError when the server refuses. */
export const loginTo = async (t: TestApp, account: string, deviceId: string, typed = password): Promise<Member> => {
  const reply = await t.request({
    method: 'POST',
    url: '/api/firm_login',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ account, password: typed, deviceId }),
  })
  if (reply.status !== 200) throw new WireError(reply.status, reply.body as ConstructorParameters<typeof WireError>[1])
  const { data } = reply.body as {
    data: { firmInfo: { firmId: string }; userInfo: { userId: string; token: string; authorizationToken: string } }
  }
  return {
    firmId: data.firmInfo.firmId,
    userId: data.userInfo.userId,
    account,
    deviceId,
    token: data.userInfo.token,
    headers: {
      authorization: `Bearer ${data.userInfo.authorizationToken}`,
      'x-csrf-token': String(reply.headers['x-csrf-token']),
      'x-firm-id': data.firmInfo.firmId,
      'x-user-id': data.userInfo.userId,
    },
  }
}
