import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { letterTypes } from '@kaimai/contract/letter/letter.rules.ts'
import { sharedApp } from './fixtures.ts'
import { startStandIn } from './gateway-stage.ts'
import type { Member, Reply } from './test-app.ts'

/** Keys that the stand-in knows. */
export const surenotifyKeys = { first: 'sn-key-of-the-first-0001', other: 'sn-key-of-the-other-0002' } as const

interface Notice {
  readonly url: string
  readonly signature: string
  readonly body: string
}

/** An app whose firms may send by the stand-in of Surenotify. */
export const sharedSurenotify = async () => {
  const url = await startStandIn('surenotify')
  const t = await sharedApp({ environment: { SURENOTIFY_URL: url } })

  const play = async <T>(asked: Record<string, string>): Promise<T> => {
    const answer = await fetch(`${url}/_play`, { method: 'POST', body: new URLSearchParams(asked) })
    return (await answer.json()) as T
  }

  const setKey = (member: Member, key: string) =>
    t.call(
      firmRoutes.change,
      { params: { id: member.firmId }, body: { secrets: { surenotifyKey: key } } },
      member.headers,
    )

  /** A firm with an account there; its domain is verified with us. */
  const aSender = async ({
    key = surenotifyKeys.first,
    domain = 'shop.example',
    webhook = true,
  }: {
    key?: string
    domain?: string
    webhook?: boolean
  } = {}) => {
    const member = await t.aFirm('器日')
    await setKey(member, key)
    await t.call(firmRoutes.enableSurenotify, { params: { id: member.firmId } }, member.headers)
    await t.platform.db.raw(`update firm set "senderDomain" = $1, "emailApiStatus" = 2 where id = $2`, [
      domain,
      member.firmId,
    ])
    const body = { firmId: member.firmId }
    if (webhook) await t.call(letterRoutes.enableWebhook, { body }, member.headers)
    return member
  }

  const values = { sessionTitle: '開窯', liveBeginAt: '今晚八點', liveUrl: 'https://example.com/stream/a' }
  let count = 0
  /** A letter to each, and all that is due has been handed over. */
  const write = async (member: Member, addresses: readonly string[], more: Record<string, string> = {}) => {
    count += 1
    await t.platform.db.transaction((tx) =>
      t.app.services.letters.queue(tx, {
        firmId: member.firmId,
        firmName: '器日',
        type: letterTypes.signupComplete,
        letters: addresses.map((to) => ({
          key: `k${count}:${to}`,
          name: '林',
          to,
          language: 'zh-TW' as const,
          values: { ...values, ...more },
        })),
      }),
    )
    await t.platform.jobs.idle()
  }

  /** The firm's letters, the newest first. */
  const logOf = async (member: Member) => (await t.call(letterRoutes.list, {}, member.headers)).items

  const stateOf = async (member: Member, to: string) => (await logOf(member)).find((row) => row.to === to)?.state

  /** Posts as Surenotify does; the signature may be another. */
  const post = ({ url: address, body, signature }: Notice): Promise<Reply> =>
    t.request({
      method: 'POST',
      url: new URL(address).pathname,
      headers: { 'content-type': 'application/json', 'x-surenotify-signature': signature },
      payload: body,
    })

  /** What Surenotify says of its newest message to an address. */
  const noticeOf = (to: string, event: string, reason = ''): Promise<Notice> => play({ to, event, reason })
  const tell = async (to: string, event: string, reason = ''): Promise<number> =>
    (await post(await noticeOf(to, event, reason))).status

  /** What became of the firm's notices, in their order. */
  const effectsOf = async (member: Member): Promise<string[]> => {
    const { rows } = await t.platform.db.raw(
      `select event || ' ' || effect as word from "letterNotice" where "firmId" = $1 order by "createdAt", id`,
      [member.firmId],
    )
    return rows.map(({ word }) => String(word))
  }

  return { t, play, setKey, aSender, write, logOf, stateOf, post, noticeOf, tell, effectsOf }
}
