import { allRoutes } from '@kaimai/contract/all-routes.ts'
import { blockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { type Level, type Resource, type Role, roles, startingPolicy } from '@kaimai/contract/common/access.ts'
import { levelOf, type Route } from '@kaimai/contract/common/route.ts'
import { invitationRoutes } from '@kaimai/contract/member/member.routes.ts'
import { assert, asyncProperty, constantFrom, nat } from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { aPaidForm, orderPlaces, placedIn } from '../../test/buying.ts'
import { sharedApp } from '../../test/fixtures.ts'
import { joinRoom, signUp } from '../../test/sign-up-people.ts'
import { aForm, aLive, aVideo } from '../../test/studio.ts'
import { type Member, urlOf } from '../../test/test-app.ts'

/** Three people whose order by phone, by e-mail and by time differs. */
const first = { name: '林佳穎', phone: '0955738164', email: 'kumquat.harvest@fjordmail.test', consent: true as const }
const people = [
  first,
  { ...first, name: '陳志明', phone: '0977402953', email: 'zephyr.willow@fjordmail.test' },
  { ...first, name: '黃雅婷', phone: '0933615827', email: 'bramble.otter@fjordmail.test' },
]
const abroad = (phone: string): string => phone.replace(/^0/, '+886')
const contacts = people.flatMap(({ phone, email }) => [phone, abroad(phone), email])
const nothing = 'ŋøþing'

const t = await sharedApp({ environment: { KAIMAI_SANDBOX: '1' } })
let liveId: string
let orderNos = ''
const staff = new Map<Role, Member>()

const owner = await t.aFirm('器日')
beforeAll(async () => {
  for (const role of ['manager', 'host', 'assistant', 'analyst'] as const) staff.set(role, await t.aMember(owner, role))
  staff.set('owner', owner)
  await t.app.services.metering.addHours(owner.firmId, { kind: 'topUp', key: 'test', seconds: 360_000 })
  const live = await aLive(t, owner, { minutes: 30, videoId: await aVideo(t, owner, 60) })
  liveId = live.id
  const form = await aForm(t, owner, [{ liveId }])
  const paid = await aPaidForm(t, owner, [{ liveId }])
  for (const person of people) {
    const { key } = await signUp(t, form.customUrl, [liveId], person)
    await joinRoom(t, live.streamId, key)
    orderNos += ` ${placedIn(await orderPlaces(t, paid.customUrl, [liveId], person)).orderNo}`
    const body = { liveId: null, liveUserId: null, name: '', phoneCountry: 'TW', email: person.email }
    await t.call(blockRoutes.create, { body: { ...body, phone: person.phone, reason: '洗版' } as never }, owner.headers)
    await t.call(invitationRoutes.invite, { body: { email: person.email, role: 'host' } }, owner.headers)
    await t.platform.jobs.idle()
    t.clock.advance(60_000)
  }
  await t.platform.db.raw('update member set phone = $1, email = $2, account = $2 where id = $3', [
    abroad(first.phone),
    first.email,
    staff.get('host')?.userId ?? '',
  ])
})

type Shape = Readonly<Record<string, z.ZodType>>
const shapeOf = (schema: unknown): Shape => (schema instanceof z.ZodObject ? schema.shape : {})

interface List {
  readonly name: string
  readonly route: Route
  /** Members who may open it and may not read personal data in it. */
  readonly without: readonly Role[]
  readonly inputs: readonly string[]
  /** What has to be given. */
  readonly base: Readonly<Record<string, string>>
}

/** Lists whose contacts are shown by the rights in the room, whatever the right that opens them. */
const byRoom = ['liveUser list', 'liveUser counts', 'liveUser exportExcel', 'controlRoom viewers']
/** Every member searches; contacts are those of people who signed up and bought, whose rights go together. */
const byForm = ['search find']

const has = (role: Role, resource: Resource | undefined, level: Level): boolean =>
  resource === undefined ? level !== 'personal' : (startingPolicy[role][resource] ?? []).includes(level)
const given = (name: string): string => ({ liveId, day: '2026-11-20', format: 'csv' })[name] ?? ''

/** Every call of a member that answers a page, or takes a search, an order or a filter of a list. */
const lists = Object.entries(allRoutes).flatMap(([key, route]): List[] => {
  const { access, answer } = route
  if (access.kind !== 'firm') return []
  const shape = { ...shapeOf(route.query), ...shapeOf(route.body) }
  const inputs = Object.keys(shape)
  if (!('kind' in answer && answer.kind === 'page') && !inputs.includes('q') && !inputs.includes('sort')) return []
  const name = key.replace('.', ' ')
  const guard = byRoom.includes(name) ? 'room' : byForm.includes(name) ? 'form' : access.resource
  const without = roles.filter(
    (role) => has(role, access.resource, levelOf(route) ?? 'read') && !has(role, guard, 'personal'),
  )
  const needed = inputs.filter((input) => !shape[input]?.safeParse(undefined).success)
  const base = Object.fromEntries(
    [...needed, ...inputs.filter((input) => input === 'format')].map((input) => [input, '']),
  )
  return [{ name, route, without, inputs, base }]
})
const closed = lists.filter(({ without }) => without.length > 0)

const ask = async ({ route, base }: List, role: Role, sent: Readonly<Record<string, string>>) => {
  const member = staff.get(role) ?? owner
  const wanted = { ...Object.fromEntries(Object.keys(base).map((name) => [name, given(name)])), ...sent }
  const params = { id: route.path.startsWith('/firm_info') ? member.firmId : liveId }
  const isRead = route.method === 'GET'
  const { status, body } = await t.request({
    method: route.method,
    url: urlOf(route, isRead ? { params, query: wanted } : { params }),
    headers: { ...member.headers, ...(isRead ? {} : { 'content-type': 'application/json' }) },
    ...(isRead ? {} : { payload: JSON.stringify(wanted) }),
  })
  return { status, body }
}
/** Of those who may not read contacts in it: the one with the most rights. */
const oneWithout = ({ without }: List): Role => without[0] ?? 'analyst'

const fullWidth = (text: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint((digit.codePointAt(0) ?? 0) + 0xfee0))
/** A stretch of a contact as somebody would try it. */
const stretches = (value: string, from: number, length: number): string[] => {
  const cut = value.slice(from % (value.length - 3)).slice(0, 4 + (length % value.length))
  return [cut, cut.toUpperCase(), cut.replace(/(\d{3})(?=\d)/g, '$1-'), fullWidth(cut)].filter(
    (text) => !orderNos.includes(text),
  )
}
/** The whole contact, its ends, and what is shown of it when it is redacted. */
const tried = [first.phone, abroad(first.phone), first.email].flatMap((value) => [
  value,
  value.slice(0, 5),
  value.slice(-5),
  ...(value.includes('@')
    ? [`${value.slice(0, 1)}***@***.test`, value.slice(value.indexOf('@'))]
    : ['0912 *** ***', value.slice(-3)]),
])

describe.each(closed)('$name', (list) => {
  test('SURFACES-41 A member without the right to personal data reads no phone and no e-mail in a list.', async () => {
    for (const role of list.without) {
      const { status, body } = await ask(list, role, {})
      expect({ role, status }).toEqual({ role, status: 200 })
      const text = JSON.stringify(body)
      expect(contacts.filter((contact) => text.includes(contact))).toEqual([])
    }
  })

  test.runIf(list.inputs.includes('q'))(
    'SURFACES-42 A member without the right to personal data finds nobody by a part of a phone or an e-mail, nor learns a count by it.',
    async () => {
      for (const role of list.without) {
        const none = await ask(list, role, { q: nothing })
        for (const q of [first.phone, first.email])
          expect({ q, ...(await ask(list, role, { q })) }).toEqual({ q, ...none })
      }
      const role = oneWithout(list)
      const none = await ask(list, role, { q: nothing })
      // As below.
      if (list.inputs.includes('format')) return
      for (const q of tried) expect({ q, ...(await ask(list, role, { q })) }).toEqual({ q, ...none })
      await assert(
        asyncProperty(constantFrom(...contacts), nat(40), nat(40), async (value, from, length) => {
          for (const q of stretches(value, from, length))
            expect({ q, ...(await ask(list, role, { q })) }).toEqual({ q, ...none })
        }),
        { numRuns: 6 },
      )
    },
  )

  test('SURFACES-43 A member without the right to personal data can neither order nor narrow a list by a phone or an e-mail.', async () => {
    const role = oneWithout(list)
    const all = await ask(list, role, {})
    const columns = ['phone', 'email', 'to', 'toAddress', 'userEmail', 'userPhone', 'contactText', 'searchAll']
    for (const sort of list.inputs.includes('sort') ? columns.flatMap((column) => [column, `-${column}`]) : []) {
      const sorted = await ask(list, role, { sort })
      if (sorted.status < 400) expect({ sort, ...sorted }).toEqual({ sort, ...all })
    }
    const values = [
      [first.phone, '0900000000'],
      [abroad(first.phone), '+886900000000'],
      [first.email, 'nobody@nowhere.test'],
    ] as const
    // A sheet takes a worker of its own to write; it is narrowed by what its list is narrowed by.
    const narrowing = list.inputs.includes('format') ? values.slice(0, 1) : values
    const plain = ['q', 'limit', 'cursor', 'format', 'sort', 'template', 'signupUserIds']
    for (const input of [...list.inputs.filter((name) => !plain.includes(name)), 'phone', 'email', 'to'])
      for (const [value, other] of narrowing) {
        const narrowed = await ask(list, role, { [input]: value })
        if (narrowed.status < 400)
          expect({ input, value, ...narrowed }).toEqual({
            input,
            value,
            ...(await ask(list, role, { [input]: other })),
          })
      }
  })
})

test('SURFACES-44 An owner finds people by phone and by e-mail in every list that holds them.', async () => {
  const found: string[] = []
  for (const list of lists.filter(({ inputs }) => inputs.includes('q'))) {
    const none = await ask(list, 'owner', { q: nothing })
    const answers = await Promise.all([first.phone, first.email].map((q) => ask(list, 'owner', { q })))
    if (answers.some((answer) => JSON.stringify(answer) !== JSON.stringify(none))) found.push(list.name)
  }
  expect(found.toSorted()).toEqual([
    'audit list',
    'block counts',
    'block list',
    'controlRoom viewers',
    'letter list',
    'liveUser counts',
    'liveUser exportExcel',
    'liveUser list',
    'member list',
    'order counts',
    'order list',
    'roomBlock list',
    'search find',
    'signupUser counts',
    'signupUser exportExcel',
    'signupUser list',
    'signupUser oneDay',
  ])
})
