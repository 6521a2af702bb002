// The server of the hostile-joins bench, in a process of its own: the whole program with one open room.
import { anOpenRoom } from '../packages/server/test/control-room.ts'
import { aProduct } from '../packages/server/test/studio.ts'
import { testApp } from '../packages/server/test/test-app.ts'

export interface Ready {
  readonly port: number
  readonly streamId: string
}

/** Seconds in the room by what is charged of them. */
export interface Charged {
  readonly charged: number
  readonly hostile: number
}

/** Viewers whose names begin so are hostile. */
export const hostileName = 'hostile'

if (import.meta.main) {
  const t = await testApp({ environment: { TRUST_PROXY: 'loopback' } })
  const port = Number(new URL(await t.app.listen(0)).port)
  const owner = await t.aFirm()
  await t.app.services.metering.addHours(owner.firmId, { kind: 'topUp', key: 'bench', seconds: 3_600_000 })
  const product = await aProduct(t, owner)
  const live = await anOpenRoom(t, owner, { productIds: [product.id] })
  // Tests stop the clock; here it goes.
  const [startMs, startedAt] = [t.clock.ms(), performance.now()]
  setInterval(() => t.clock.set(new Date(startMs + Math.round(performance.now() - startedAt))), 5)

  const figures = async (): Promise<Charged> => {
    await t.app.services.rooms.parts.connections.flush()
    const { rows } = await t.platform.db.raw(
      `select u.name like $2 as hostile, sum(extract(epoch from ("lastSeenAt" - greatest("openedAt", $3)))) as seconds
       from connection c join "liveUser" u on u.id = c."liveUserId"
       where c."liveId" = $1 and not (c.uncharged and u."activeAt" is null) group by 1`,
      [live.id, `${hostileName}%`, new Date(startMs)],
    )
    const secondsOf = (isHostile: boolean) =>
      Number(rows.find(({ hostile }) => hostile === isHostile)?.['seconds'] ?? 0)
    return { hostile: secondsOf(true), charged: secondsOf(true) + secondsOf(false) }
  }
  process.on('message', () => {
    figures().then(
      (found) => process.send?.(found),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  })
  const ready: Ready = { port, streamId: live.streamId }
  process.send?.(ready)
  process.on('disconnect', () => process.exit(0))
}
