import { noExtra } from '@kaimai/contract/access/access.rules.ts'
import type { Role } from '@kaimai/contract/common/access.ts'
import { invitationDays } from '@kaimai/contract/member/member.schema.ts'
import type { AuthTables } from '../src/modules/auth/auth.tables.ts'
import { hashToken } from '../src/modules/auth/session-tokens.ts'
import type { AuditTables } from '../src/platform/audit/audit.ts'
import { json } from '../src/platform/db/database.ts'
import { newId, unguessable } from '../src/platform/ids.ts'
import type { Platform } from '../src/platform/platform.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

interface Colleague {
  readonly name: string
  readonly account: string
  readonly role: Role
  readonly joinedDaysAgo: number
  readonly lastLoginHoursAgo: number | null
  readonly extra?: Partial<typeof noExtra>
}

const colleagues: readonly Colleague[] = [
  { name: '王郁婷', account: 'wang.yuting', role: 'manager', joinedDaysAgo: 210, lastLoginHoursAgo: 3 },
  {
    name: '陳明浩',
    account: 'chen.minghao',
    role: 'host',
    joinedDaysAgo: 96,
    lastLoginHoursAgo: 20,
    extra: { bombmySignup: 2 },
  },
  { name: '張小婷', account: 'xiaoting', role: 'assistant', joinedDaysAgo: 41, lastLoginHoursAgo: 74 },
  { name: '李志遠', account: 'li.zhiyuan', role: 'analyst', joinedDaysAgo: 12, lastLoginHoursAgo: null },
]

/** What the team did lately, oldest first: the log of a firm that is at work. */
const actions = [
  ['陳明浩', 'live.create', '秋窯開窯夜', 50, { published: true }],
  ['王郁婷', 'product.change', '霧白手捏飯碗', 46, { price: { before: 72000, after: 68000 } }],
  ['王郁婷', 'product.changeMany', '', 45, { products: 4 }],
  [
    '王郁婷',
    'product.importEnd',
    '秋季補貨.xlsx',
    30,
    { importState: 'done', rowsNew: 2, rowsChanged: 6, rowsSame: 1, rowsBad: 1, rowsLeft: 0 },
  ],
  ['陳明浩', 'commentMod.change', '開窯夜留言', 27, { comments: { before: 36, after: 42 } }],
  ['張小婷', 'block.create', '洗版的人', 22, { reason: '洗版' }],
  ['李志遠', 'signupUser.export', '報名者', 20, { rows: 128, format: 'xlsx' }],
  ['王郁婷', 'signup.change', '秋窯開窯夜', 5, { signupTitle: { before: '秋窯', after: '秋窯開窯夜' } }],
] as const

/**
 * The demo firm's colleagues, one of them invited and not there yet. They have no password: nobody can log in as them
 * until the operator sets one.
 */
export const fillColleagues = async (platform: Platform, firmId: string): Promise<void> => {
  const { db, clock } = platform
  const nowMs = clock.ms()
  await db.transaction(async (tx) => {
    const tables = tx.as<AuthTables & AuditTables>()
    const owner = await tables.selectFrom('member').selectAll().where('firmId', '=', firmId).executeTakeFirstOrThrow()
    const idOf = new Map([[owner.name, owner.id]])
    const stated = async (by: string, action: string, targetName: string, hoursAgo: number, change: object) => {
      await tables
        .insertInto('audit')
        .values({
          id: newId(),
          firmId,
          memberId: idOf.get(by) ?? null,
          actorName: by,
          ip: '203.0.113.24',
          action,
          target: '',
          targetName,
          change: json(change),
          createdAt: new Date(nowMs - hoursAgo * hourMs),
        })
        .execute()
    }
    for (const { name, account, role, joinedDaysAgo, lastLoginHoursAgo, extra } of colleagues) {
      const id = newId()
      idOf.set(name, id)
      await tables
        .insertInto('member')
        .values({
          id,
          firmId,
          account: `demo.${account}`,
          passwordHash: '',
          name,
          email: `${account}@example.com`,
          phone: '+886912345678',
          role,
          ...noExtra,
          ...extra,
          oneDevice: false,
          lastLoginAt: lastLoginHoursAgo === null ? null : new Date(nowMs - lastLoginHoursAgo * hourMs),
          createdAt: new Date(nowMs - joinedDaysAgo * dayMs),
          removedAt: null,
        })
        .execute()
      await stated(name, 'member.join', name, joinedDaysAgo * 24, { role })
    }
    const invited = { email: 'lai.host@example.com', role: 'host' } as const
    await tables
      .insertInto('invitation')
      .values({
        id: newId(),
        firmId,
        hash: hashToken(unguessable(24)),
        ...invited,
        ...noExtra,
        invitedBy: owner.id,
        createdAt: new Date(nowMs - 30 * hourMs),
        expiresAt: new Date(nowMs - 30 * hourMs + invitationDays * dayMs),
        outcome: null,
        closedAt: null,
      })
      .execute()
    await stated(owner.name, 'member.invite', invited.email, 30, { role: invited.role })
    for (const [by, action, name, hoursAgo, change] of actions) await stated(by, action, name, hoursAgo, change)
  })
}

/** The assistant runs the last of the lives to come: what its crew list shows. */
export const fillCrew = async ({ db, clock }: Platform, firmId: string): Promise<void> => {
  await db.raw(
    `insert into "liveCrew" ("liveId", "memberId", "firmId", role, "changedAt")
     select live.id, member.id, live."firmId", 'host', $2 from live
     join member on member."firmId" = live."firmId" and member.name = '張小婷'
     where live."firmId" = $1 and live."removedAt" is null and live."publishedAt" is not null and live."beginAt" > $2
     order by live."beginAt" desc limit 1`,
    [firmId, clock.now()],
  )
}
