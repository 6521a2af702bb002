import { afterAll } from 'vitest'
import { shopChanged } from '../src/platform/shop-hints.ts'
import { type ManualClock, manualClock } from '../src/platform/clock.ts'
import { buildShop, type Shop, type ShopOptions, shopOpensAt } from './commerce-factory.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { type Member, type TestApp, testApp, WireError } from './test-app.ts'

// What the tests of one file share. Each is called at the top of the file and closed after its last test.

/** An app on a fresh database. */
export const sharedApp = async (options: Parameters<typeof testApp>[0] = {}): Promise<TestApp> => {
  const app = await testApp(options)
  afterAll(() => app.close())
  return app
}

/** A fresh database without an app. */
export const sharedDatabase = async (): Promise<TestDatabase> => {
  const db = await testDatabase()
  afterAll(() => db.close())
  return db
}

/** The commerce modules on a fresh database, with a clock that stands until it is moved. */
export const sharedShop = async (
  options: Omit<ShopOptions, 'clock'> = {},
): Promise<{ readonly db: TestDatabase; readonly shop: Shop; readonly clock: ManualClock }> => {
  const db = await sharedDatabase()
  const clock = manualClock(new Date(shopOpensAt))
  return { db, shop: buildShop(db, { ...options, clock }), clock }
}

/** A new firm with ten live hours, which may open rooms, and no test mode any more; its owner is logged in. */
export const aFirmWithHours = async (t: TestApp, name?: string): Promise<Member> => {
  const member = await t.aFirm(name)
  await setOnFirm(t, member.firmId, 'testEndedAt', t.clock.now())
  await t.app.services.metering.addHours(member.firmId, { kind: 'topUp', key: 'test', seconds: 36_000 })
  return member
}

/** The name of the error with which a call is answered; 'none' without one. */
export const errorNameOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'none',
    (error: unknown) => (error instanceof WireError ? error.errorName : String(error)),
  )

/** What the operator or the seeds alone can set; as a change of theirs does, it reaches what is held of the firm. */
export const setOnFirm = async (
  { platform }: Pick<TestApp, 'platform'>,
  firmId: string,
  column: 'isDemo' | 'suspendedAt' | 'testEndedAt',
  value: boolean | Date,
): Promise<void> => {
  await platform.db.raw(`update firm set "${column}" = $1 where id = $2`, [value, firmId])
  shopChanged(platform.bus, firmId)
}
