import { Account, NewPassword } from '@kaimai/contract/auth/auth.schema.ts'
import { Email } from '@kaimai/contract/common/phone.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { AuthTables } from './modules/auth/auth.tables.ts'
import type { FirmTables } from './modules/firm/firm.tables.ts'
import { command, type OperatorCommand, type Parts } from './operator-command.ts'
import { operatorOf } from './platform/audit/audit.ts'
import { containing } from './platform/db/search.ts'
import { newId, unguessable } from './platform/ids.ts'

const firmArg = z.string().min(1, 'Say which firm: its id, or the account of one of its members.')
const products = {
  bombmy: 'platformBombmy',
  bombmyAssociation: 'platformAssociation',
  bombcourse: 'platformBombcourse',
} as const
const productNames = ['bombmy', 'bombmyAssociation', 'bombcourse'] as const
const trialHours = 10

/** The firm of that id, or of a member's account. Throws, in words, when there is none. */
const firmOf = async ({ platform, app }: Parts, idOrAccount: string) => {
  const byId = z.guid().safeParse(idOrAccount).success
  const member = byId
    ? undefined
    : await platform.db
        .as<AuthTables>()
        .selectFrom('member')
        .select('firmId')
        .where('account', '=', idOrAccount.toLowerCase())
        .where('removedAt', 'is', null)
        .executeTakeFirst()
  const firm = await app.services.firms.find(byId ? idOrAccount : (member?.firmId ?? newId()))
  if (!firm) throw new Error(`There is no firm, and no account, ${idOrAccount}.`)
  return firm
}

/** What the operator does to firms; each leaves its row in the firm's audit log. */
export const firmCommands = (parts: () => Parts): Readonly<Record<string, OperatorCommand>> => ({
  firms: command({
    usage: 'firms [--q TEXT] [--limit 50]',
    does: 'lists firms: id, name, owner, balance of hours and points, products, and whether it is suspended',
    args: z.object({
      q: z.string().max(100).default(''),
      limit: z.coerce.number().int().min(1).max(1000).default(50),
    }),
    run: async ({ q, limit }) => {
      const { platform, app } = parts()
      const rows = await platform.db
        .as<FirmTables & AuthTables>()
        .selectFrom('firm')
        .select((eb) => [
          'firm.id',
          'firm.name',
          'firm.suspendedAt',
          'firm.createdAt',
          'firm.liveHoursExpireAt',
          sql<number>`firm."platformBombmy"`.as('bombmy'),
          sql<number>`firm."platformAssociation"`.as('bombmyAssociation'),
          sql<number>`firm."platformBombcourse"`.as('bombcourse'),
          eb
            .selectFrom('member')
            .select('account')
            .whereRef('member.firmId', '=', 'firm.id')
            .where('member.role', '=', 'owner')
            .where('member.removedAt', 'is', null)
            .orderBy('member.createdAt')
            .limit(1)
            .as('owner'),
        ])
        .$if(q !== '', (query) => query.where(containing('firm.name', q)))
        .orderBy('firm.createdAt', 'desc')
        .limit(limit)
        .execute()
      return Promise.all(
        rows.map(async ({ bombmy, bombmyAssociation, bombcourse, ...row }) => ({
          ...row,
          hours: Math.round((await app.services.metering.hoursBalance(row.id)) / 36) / 100,
          points: (await app.services.firms.points.balance(row.id)) / 10,
          products: { bombmy, bombmyAssociation, bombcourse },
        })),
      )
    },
  }),

  register: command({
    usage: 'register --account NAME --email ADDRESS --name FIRM --person NAME [--password TEXT]',
    does: 'registers a firm with its owner; without a password one is made and shown once',
    args: z.object({
      account: Account,
      email: Email,
      name: z.string().trim().min(1).max(60),
      person: z.string().trim().min(1).max(60),
      password: NewPassword.optional(),
    }),
    run: async ({ account, email, name, person, password }) => {
      const { app, platform } = parts()
      const firstPassword = password ?? unguessable(12)
      if (await app.services.auth.accountTaken(account)) throw new Error(`The account ${account} is taken.`)
      const owner = { account, email, userName: person, phone: '', password: firstPassword }
      const firmId = await app.services.auth.found(owner, { name })
      await platform.db.transaction(async (tx) => {
        const trial = { kind: 'topUp', key: 'trial', seconds: trialHours * 3600 } as const
        await app.services.metering.addHours(firmId, trial, tx)
        await platform.audit.record(tx, operatorOf(firmId), 'firm.register', { id: firmId, name }, { account })
      })
      return { firmId, account, ...(password === undefined ? { password: firstPassword } : {}) }
    },
  }),

  grant: command({
    usage: 'grant --firm ID|ACCOUNT --hours=N | --points=N [--note TEXT] [--key TEXT]',
    does: 'adds live hours or SMS points (or takes them, with a negative number); the same --key counts once',
    args: z
      .object({
        firm: firmArg,
        hours: z.coerce.number().min(-100_000).max(100_000).optional(),
        points: z.coerce.number().min(-10_000_000).max(10_000_000).optional(),
        note: z.string().trim().max(200).default(''),
        key: z
          .string()
          .regex(/^[\w-]{1,60}$/)
          .optional(),
      })
      .refine(({ hours, points }) => (hours === undefined) !== (points === undefined), 'Give --hours or --points.'),
    run: async ({ firm: idOrAccount, hours, points, note, key = newId() }) => {
      const { app, platform } = parts()
      const { metering, firms } = app.services
      const firm = await firmOf(parts(), idOrAccount)
      const amount = hours ?? points ?? 0
      const kind = amount < 0 ? 'correction' : 'topUp'
      const isNew = await platform.db.transaction(async (tx) => {
        const entry = { kind, key: `operator-${key}` } as const
        const added =
          hours === undefined
            ? await firms.points.add(firm.id, { ...entry, tenths: Math.round(amount * 10), note }, tx)
            : await metering.addHours(firm.id, { ...entry, seconds: Math.round(amount * 3600) }, tx)
        const change = { ...(hours === undefined ? { points } : { hours }), ...(note === '' ? {} : { note }) }
        if (added)
          await platform.audit.record(tx, operatorOf(firm.id), 'firm.grant', { id: firm.id, name: firm.name }, change)
        return added
      })
      const left = {
        hours: Math.round((await metering.hoursBalance(firm.id)) / 36) / 100,
        points: (await firms.points.balance(firm.id)) / 10,
      }
      return { firm: firm.name, granted: isNew, ...left }
    },
  }),

  suspend: command({
    usage: 'suspend --firm ID|ACCOUNT --reason TEXT',
    does: 'closes a firm: its logins end, its rooms and pages go; nothing is lost',
    args: z.object({ firm: firmArg, reason: z.string().trim().min(1).max(300) }),
    run: async ({ firm: idOrAccount, reason }) => {
      const firm = await firmOf(parts(), idOrAccount)
      const changed = await parts().app.services.suspension.suspend(firm.id, reason)
      return changed ? `${firm.name} is suspended.` : `${firm.name} was suspended already.`
    },
  }),

  restore: command({
    usage: 'restore --firm ID|ACCOUNT [--reason TEXT]',
    does: 'opens a suspended firm again; its members log in anew',
    args: z.object({ firm: firmArg, reason: z.string().trim().max(300).default('') }),
    run: async ({ firm: idOrAccount, reason }) => {
      const firm = await firmOf(parts(), idOrAccount)
      const changed = await parts().app.services.suspension.restore(firm.id, reason)
      return changed ? `${firm.name} is open again.` : `${firm.name} was not suspended.`
    },
  }),

  'set-product': command({
    usage: `set-product --firm ID|ACCOUNT --product ${productNames.join('|')} --value 0|1`,
    does: "sets which of the platform's products a firm has; bombmyAssociation 0 hides affiliates",
    args: z.object({ firm: firmArg, product: z.enum(productNames), value: z.enum(['0', '1']).transform(Number) }),
    run: async ({ firm: idOrAccount, product, value }) => {
      const { platform } = parts()
      const firm = await firmOf(parts(), idOrAccount)
      const column = products[product]
      await platform.db.transaction(async (tx) => {
        await tx
          .as<FirmTables>()
          .updateTable('firm')
          .set({ [column]: value })
          .where('id', '=', firm.id)
          .execute()
        const change = { [product]: { before: firm[column], after: value } }
        await platform.audit.record(
          tx,
          operatorOf(firm.id),
          'firm.setProduct',
          { id: firm.id, name: firm.name },
          change,
        )
      })
      return `${firm.name}: ${product} is ${value}.`
    },
  }),
})
