import { NewPassword } from '@kaimai/contract/auth/auth.schema.ts'
import { announcementTypes } from '@kaimai/contract/announcement/announcement.routes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { command, type OperatorCommand, type Parts } from './operator-command.ts'
import { firmCommands } from './operator-firms.ts'
import type { OperatorCommands } from './platform/operator-socket.ts'

/**
 * What the platform's own operator may do; the same table serves the socket of a running server and the command line.
 * `parts` is asked for only when a command runs, so that help needs no database.
 */
export const operatorTable = (parts: () => Parts): Readonly<Record<string, OperatorCommand>> => ({
  ...firmCommands(parts),
  letters: command({
    usage: 'letters [--limit 20]',
    does: 'shows the newest account letters (password resets, invitations): where no SMTP is set they wait here',
    args: z.object({ limit: z.coerce.number().int().min(1).max(500).default(20) }),
    run: ({ limit }) => parts().app.services.accountLetters.newest(limit),
  }),
  password: command({
    usage: 'password --account NAME --password TEXT',
    does: 'sets the password of an account and ends its logins',
    args: z.object({ account: z.string().toLowerCase(), password: NewPassword }),
    run: async ({ account, password }) => {
      if (!(await parts().app.services.auth.setPassword(account, password)))
        throw new Error(`There is no account ${account}.`)
      return `The password of ${account} is set.`
    },
  }),
  hours: command({
    usage: 'hours [--days 30]',
    does: 'lists lives that were charged other seconds than were watched; for each the log has an alarm',
    args: z.object({ days: z.coerce.number().min(1).max(3650).default(30) }),
    run: async ({ days }) => {
      const { db, clock } = parts().platform
      const { rows } = await sql`
        select live.name as live, firm.name as firm, done."liveId", done."firmId", done.watched, done.charged, done."checkedAt"
        from "liveHoursCheck" done join live on live.id = done."liveId" join firm on firm.id = done."firmId"
        where done.watched <> done.charged and done."checkedAt" > ${new Date(clock.ms() - days * 86_400_000)}
        order by done."checkedAt" desc, done."liveId" limit 500`.execute(db.as())
      return rows
    },
  }),
  announce: command({
    usage: 'announce --name TITLE --content HTML --type NEW[,FIX …] --days 14',
    does: 'publishes an announcement to all firms',
    args: z.object({
      name: z.string().min(1).max(120),
      content: z.string().min(1).max(20_000),
      type: z
        .string()
        .default('ANNOUNCEMENT')
        .transform((text) => text.split(','))
        .pipe(z.array(z.enum(announcementTypes))),
      days: z.coerce.number().min(1).max(3650).default(14),
    }),
    run: ({ days, ...announcement }) =>
      parts().app.services.announcements.publish({
        ...announcement,
        expireAt: new Date(parts().platform.clock.ms() + days * 86_400_000),
      }),
  }),
})

/** The table as the socket of a running server wants it. */
export const operatorCommands = (parts: Parts): OperatorCommands =>
  Object.fromEntries(Object.entries(operatorTable(() => parts)).map(([name, { run }]) => [name, run]))
