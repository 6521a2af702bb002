import type { LiveBody } from '@kaimai/contract/live/live.routes.ts'
import { SignupBody } from '@kaimai/contract/signup/signup.routes.ts'
import type { z } from 'zod'
import { demoContent } from '../seed/content.ts'
import { type DemoAccount, fillDemo } from '../seed/fill.ts'
import { fillBlocks } from '../seed/blocks.ts'
import { fillControlRoom, fillQuickReplies } from '../seed/control-room-comments.ts'
import { fillCrew } from '../seed/colleagues.ts'
import { fillCourse } from '../seed/course.ts'
import { placeOtherOrders } from '../seed/other-orders.ts'
import { placeDemoOrders } from '../seed/past-orders.ts'
import { fillPartners, fillPartnerSales } from '../seed/partners.ts'
import { fillPastPeople } from '../seed/past-people.ts'
import { fillProfiles } from '../seed/profiles.ts'
import type { App } from './app.ts'
import type { DemoLogin } from './modules/firm/firm.plugin.ts'
import type { Environment } from './platform/environment.ts'
import { newId, unguessable } from './platform/ids.ts'
import { sweepDemoRooms } from './demo-sweep.ts'
import type { Platform } from './platform/platform.ts'

const everyMs = 3 * 60_000
/** Sessions that stand ready in the form: the running one and the next. */
const aheadMs = 2 * everyMs
const goAfterMs = 24 * 3600_000
const daysMs = 24 * 3600_000
const openPassword = 'kaimai-demo'
const account = 'demo'

/** Who comes into a session with less than this left sees the next one's countdown instead. */
const worthMs = 60_000

/** Of the demo's sessions the one to come into now: one that runs for a while yet, else the next. */
export const demoEntry = <T extends { readonly beginAtMs: number }>(
  lives: readonly T[],
  nowMs: number,
): T | undefined => {
  const running = lives.find(({ beginAtMs }) => beginAtMs <= nowMs && beginAtMs + everyMs - nowMs >= worthMs)
  return running ?? lives.filter(({ beginAtMs }) => beginAtMs > nowMs).sort((a, b) => a.beginAtMs - b.beginAtMs)[0]
}

interface DemoLive {
  readonly name: string
  readonly streamId: string
  readonly beginAt: Date
}

/**
 * Where the demo is come into: the session that is worth it (`demoEntry`), of those that the demo holds itself. A room
 * that is about to end is nowhere linked.
 */
export const demoPaths = (lives: readonly DemoLive[], nowMs: number): { roomUrl?: string; entryUrl: string } => {
  const own = lives.filter(({ name }) => name === demoContent.live.liveName)
  const entry = demoEntry(
    own.map((live) => ({ ...live, beginAtMs: live.beginAt.getTime() })),
    nowMs,
  )
  if (entry === undefined) return { entryUrl: `/f/${demoContent.signup.customUrl}` }
  const roomUrl = `/stream/${entry.streamId}/anonymous`
  return { roomUrl, entryUrl: roomUrl }
}

/**
 * The demo firm: filled in on the first start, then a session every three minutes and one at start-up, so that a
 * newcomer's first click always lands in a running room. Its rooms are not charged and go after a day.
 */
export const createDemo = ({
  app,
  platform,
  environment,
}: {
  app: App
  platform: Platform
  environment: Environment
}) => {
  const { services } = app
  const { clock, jobs } = platform

  const liveBody = async (firmId: string, beginAtMs: number): Promise<z.output<typeof LiveBody>> => {
    const {
      live,
      commentMod,
      shownProducts,
      fakeTickets,
      callsToAction,
      polls,
      giveaways,
      hearts,
      audienceCurve,
      bannedKeywords,
      firm,
    } = demoContent
    const [videos, groups, products] = await Promise.all([
      services.videos.list(firmId, { limit: 100 }, 'zh-TW'),
      services.commentMods.list(firmId, { limit: 100 }),
      services.products.list(firmId, { limit: 100 }),
    ])
    const video = videos.items.find(({ name, state }) => name === demoContent.video.name && state === 'ready')
    const group = groups.items.find(({ commentModName }) => commentModName === commentMod.commentModName)
    const idOf = new Map(products.items.map(({ keyword, id }) => [keyword, id]))
    const withId = <T extends { keyword: string }>(items: readonly T[]) =>
      items.flatMap(({ keyword, ...item }) => {
        const productId = idOf.get(keyword)
        return typeof productId === 'string' ? [{ ...item, productId }] : []
      })
    return {
      liveName: live.liveName,
      platformType: 'video',
      videoId: video?.id ?? null,
      beginAt: new Date(beginAtMs).toISOString(),
      waitingMinutes: live.waitingMinutes,
      replayMinutes: live.replayMinutes,
      commentModId: group?.id ?? null,
      productList: withId(shownProducts).map((product) => ({ livePrice: null, ...product, showLeft: true })),
      fakeTicket: withId(fakeTickets),
      callToAction: callsToAction.map((call) => ({ ...call, until: null, url: '' })),
      poll: polls.map(({ options, ...poll }) => ({ ...poll, options: [...options] })),
      giveaway: [...giveaways],
      hearts: [...hearts],
      audienceCurve: [...audienceCurve],
      bannedKeywords: [...bannedKeywords],
      anonymousAllowed: live.anonymousAllowed,
      heartsAllowed: true,
      liveImage: '',
      hostName: firm.hostName,
      liveInfoImage: [],
      slowSeconds: 0,
      disclosure: null,
      youtubeUrl: '',
      plannedMinutes: 60,
      publish: true,
    }
  }

  const signupId = async (firmId: string): Promise<string | undefined> =>
    (await services.signups.list(firmId, { limit: 100 })).items.find(
      ({ customUrl }) => customUrl === demoContent.signup.customUrl,
    )?.id

  /** The form's weekly series, whose slots copy a draft. */
  const addSeries = async (firmId: string): Promise<void> => {
    const form = await signupId(firmId)
    if (form === undefined) return
    const { liveName, title, capacity, times } = demoContent.series
    const live = await liveBody(firmId, clock.ms())
    const template = await services.lives.create(firmId, { ...live, liveName, publish: false })
    const { id: _, createdAt: __, ...body } = await services.signups.show(firmId, form)
    const rule = { kind: 'weekly', times, from: null, until: null, except: [] }
    const seriesList = [{ id: newId(), title, templateLiveId: template.id, capacity, rule }]
    await services.signups.change(firmId, form, SignupBody.parse({ ...body, seriesList }))
    await fillCourse({ app, firmId, signupId: form, live })
  }

  /** Sessions that must stand now: the running one (or one that begins at once) and the next. */
  const keepRhythm = async (): Promise<void> => {
    const firm = await services.firms.findDemo()
    if (!firm) return
    const form = await signupId(firm.id)
    if (form === undefined) return
    const now = clock.ms()
    const coming = await services.lives.upcoming(firm.id, clock.now())
    const rhythmic = coming.filter(({ name }) => name === demoContent.live.liveName)
    let next = Math.max(now, ...rhythmic.map(({ beginAt }) => beginAt.getTime() + everyMs))
    if (rhythmic.length === 0) next = now
    while (next < now + aheadMs) {
      const live = await services.lives.create(firm.id, await liveBody(firm.id, next))
      await services.signups.addSession(firm.id, form, { liveId: live.id, title: demoContent.signup.sessionTitle })
      next += everyMs
    }
  }

  /** Rooms whose control room has something to do. */
  const filled = new Set<string>()

  /** What viewers have said in the room that runs now. */
  const fillRunning = async (): Promise<void> => {
    const firm = await services.firms.findDemo()
    if (!firm) return
    const now = clock.now()
    for (const live of await services.lives.upcoming(firm.id, now)) {
      if (live.beginAt.getTime() > now.getTime() || filled.has(live.id)) continue
      if (filled.size === 0) await fillQuickReplies({ platform, firmId: firm.id })
      filled.add(live.id)
      await fillControlRoom({ app, platform, firmId: firm.id, live })
    }
  }

  let isNew = false

  return {
    /** The first customers buy, once the server listens: the gateway's notices find somebody to take them. */
    placeOrders: async (): Promise<void> => {
      const firm = isNew ? await services.firms.findDemo() : undefined
      const [live] = firm ? await services.lives.upcoming(firm.id, clock.now()) : []
      if (!firm || !live) return
      const form = await signupId(firm.id)
      const affiliates = form === undefined ? undefined : { app, platform, firmId: firm.id, signupId: form }
      // First: who comes by a link is credited to it when they sign up.
      if (affiliates) await fillPartners(affiliates, environment.isHostSet ? undefined : openPassword)
      await placeDemoOrders({ app, platform, firmId: firm.id, live })
      await fillProfiles({ app, firmId: firm.id, live })
      await placeOtherOrders({ app, firmId: firm.id })
      await fillBlocks({ app, platform, firmId: firm.id, live })
      const body = await liveBody(firm.id, clock.ms() + daysMs)
      if (form !== undefined) await fillPastPeople({ app, platform, firmId: firm.id, signupId: form, body })
      await fillCrew(platform, firm.id)
      if (affiliates) await fillPartnerSales(affiliates)
    },
    /** Before the first request: fills in the firm when there is none. */
    fill: async (): Promise<void> => {
      if (!(await services.firms.findDemo())) {
        // With HOST set the server may be reached from elsewhere: then the password is nobody's but the reader's.
        const password = environment.isHostSet ? unguessable(12) : openPassword
        const demoAccount: DemoAccount = { account, password }
        const firmId = await fillDemo({ app, platform, account: demoAccount })
        await addSeries(firmId)
        // Last: a start that is killed before this leaves no demo firm, and the next one fills in a new one.
        await services.firms.change(firmId, { isDemo: true, searchable: true })
        isNew = true
        if (environment.isHostSet)
          process.stdout.write(
            `The demo firm's password is ${password} (account ${account}); it is printed only once.\n`,
          )
      }
    },
    /** Once the server listens, so that nobody waits for it: a room runs now, and goes on doing so. */
    open: async (): Promise<void> => {
      try {
        await keepRhythm()
        await fillRunning()
      } finally {
        jobs.every('demo-rhythm', 20, keepRhythm)
        jobs.every('demo-desk', 10, fillRunning)
        jobs.every('demo-sweep', 3600, () => sweepDemoRooms(platform.db, new Date(clock.ms() - goAfterMs)))
      }
    },
    /** The room to come into now, for the greeting and the log-in page. */
    login: async (): Promise<DemoLogin> => {
      const firm = await services.firms.findDemo()
      if (!firm) return {}
      return {
        ...(environment.isHostSet ? {} : { account, password: openPassword }),
        ...demoPaths(await services.lives.upcoming(firm.id, clock.now()), clock.ms()),
      }
    },
  }
}
export type Demo = ReturnType<typeof createDemo>
