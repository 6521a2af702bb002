import type { App } from '../src/app.ts'
import type { AuthTables } from '../src/modules/auth/auth.tables.ts'
import type { Platform } from '../src/platform/platform.ts'
import { demoContent } from './content.ts'

interface Stage {
  readonly app: App
  readonly platform: Platform
  readonly firmId: string
  /** The room that the loud one was in. */
  readonly live: { readonly id: string; readonly streamId: string; readonly beginAt: Date }
}

const { blacklist } = demoContent
const daysMs = 86_400_000

/** Blocks that the demo firm has already: one of this live, one of all lives, and one that was cancelled. */
export const fillBlocks = async ({ app, platform, firmId, live }: Stage): Promise<void> => {
  const { blocks, liveUsers, rooms } = app.services
  const owner = await platform.db
    .as<AuthTables>()
    .selectFrom('member')
    .select(['id', 'name'])
    .where('firmId', '=', firmId)
    .executeTakeFirstOrThrow()
  const caller = { firm: { id: firmId, userId: owner.id, userName: owner.name }, ip: '127.0.0.1', personal: true }
  const byHand = { liveId: null, liveUserId: null, phoneCountry: 'TW' }

  for (const { cancelled, daysAgo, ...person } of blacklist.byHand) {
    const block = await blocks.create(caller, { ...byHand, ...person })
    if (cancelled) await blocks.cancelPermanent(caller, block.id)
    const at = (days: number) => new Date(platform.clock.ms() - days * daysMs)
    await platform.db.raw(
      'update block set "createdAt" = $2, "cancelledAt" = case when "cancelledAt" is null then null else $3::timestamptz end where id = $1',
      [block.id, at(daysAgo), at(daysAgo - 2)],
    )
  }

  const { name, reason, said } = blacklist.loud
  const names = { typed: name, fallback: name }
  const user = await liveUsers.ofDevice(firmId, live.id, 'demo-loud-device', names)
  const place = { firmId, liveId: live.id, beginAtMs: live.beginAt.getTime() }
  for (const [index, text] of said.entries())
    await rooms.roomLog.append(place, {
      event: { kind: 'commented', user: { userId: user.publicId, name, imgUrl: '', as: 'viewer' }, text },
      liveUserId: user.id,
      key: `demo-loud-${index}`,
    })
  await blocks.blockUser(caller, { liveId: live.id, userId: user.publicId, permanent: false, reason })
}
