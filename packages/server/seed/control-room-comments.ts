import { bannedWordTest } from '@kaimai/contract/room/banned-words.rules.ts'
import type { App } from '../src/app.ts'
import type { AuthTables } from '../src/modules/auth/auth.tables.ts'
import type { Platform } from '../src/platform/platform.ts'
import { demoContent } from './content.ts'

interface Stage {
  readonly app: App
  readonly platform: Platform
  readonly firmId: string
  /** A room that is open now. */
  readonly live: { readonly id: string; readonly beginAt: Date }
}

const { comments, quickReplies } = demoContent.controlRoom
const isHeld = bannedWordTest(demoContent.bannedKeywords)

/** Ready answers of the demo firm, unless it has some. */
export const fillQuickReplies = async ({ platform, firmId }: Pick<Stage, 'platform' | 'firmId'>): Promise<void> => {
  await platform.db.raw(
    'insert into "quickReply" ("firmId", replies) values ($1, cast($2 as jsonb)) on conflict ("firmId") do nothing',
    [firmId, JSON.stringify(quickReplies)],
  )
}

/** Something to do in the control room of a running demo room: comments, one of them held, questions, a marked one. Twice is once. */
export const fillControlRoom = async ({ app, platform, firmId, live }: Stage): Promise<void> => {
  const { liveUsers, rooms, marks } = app.services
  const owner = await platform.db
    .as<AuthTables>()
    .selectFrom('member')
    .select('id')
    .where('firmId', '=', firmId)
    .where('removedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const place = { firmId, liveId: live.id, beginAtMs: live.beginAt.getTime() }
  for (const [at, { name, text, question, marked }] of comments.entries()) {
    const device = `demo-desk-${at}`
    const user = await liveUsers.ofDevice(firmId, live.id, device, { typed: name, fallback: name })
    const { seq } = await rooms.roomLog.append(place, {
      event: {
        kind: 'commented',
        user: { userId: user.publicId, name, imgUrl: '', as: 'viewer', sample: true },
        text,
        ...(question === undefined ? {} : { question }),
      },
      liveUserId: user.id,
      key: device,
      held: isHeld(text),
    })
    if (marked === true) await marks.mark({ id: firmId, userId: owner.id }, { liveId: live.id, seq, marked })
  }
}
