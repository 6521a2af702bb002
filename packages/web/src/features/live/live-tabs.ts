import type { LiveFields, LiveShown } from './live-values.ts'

/** Tabs of the form, in its order: which fields each holds. */
const fieldsOfTab = {
  basics: [
    'liveName',
    'platformType',
    'videoId',
    'youtubeUrl',
    'plannedMinutes',
    'hostName',
    'liveImage',
    'liveInfoImage',
    'beginAt',
    'waitingMinutes',
    'replayMinutes',
  ],
  timeline: ['commentList', 'fakeTicket', 'callToAction', 'poll', 'giveaway', 'hearts', 'audienceCurve'],
  products: ['productList'],
  signup: [],
  settings: ['anonymousAllowed', 'bannedKeywords', 'slowSeconds', 'heartsAllowed', 'disclosure', 'commentModId'],
} as const satisfies Record<string, readonly (keyof LiveFields)[]>

export type TabId = keyof typeof fieldsOfTab
export const tabIds = ['basics', 'timeline', 'products', 'signup', 'settings'] as const satisfies readonly TabId[]

const tabByField = new Map<string, TabId>(tabIds.flatMap((tab) => fieldsOfTab[tab].map((field) => [field, tab])))

/** Parts of a product that are edited in the timeline. */
const timed = /^productList\.\d+\.(showAt|hideAt)$/

/** The tab that shows the field of a path (`productList.0.livePrice`). */
export const tabOf = (path: string): TabId =>
  timed.test(path) ? 'timeline' : (tabByField.get(path.split('.', 1)[0] ?? '') ?? 'basics')

/** The tab that was asked for in the address. */
export const tabNamed = (name: string | null): TabId => tabIds.find((tab) => tab === name) ?? 'basics'

export type TabState = 'done' | 'open' | 'warn' | 'faulty'

/** What is known of a live beside its fields. */
export interface TabFacts {
  /** Paths with an error. */
  readonly errors: readonly string[]
  readonly forms: LiveShown['signupList']
  /** Products that are gone or sold out. */
  readonly troubledProducts: number
  readonly isPublished: boolean
}

/** Nobody can come in: only who signed up may, and no form takes sign-ups. */
export const isShut = ({ anonymousAllowed }: Pick<LiveFields, 'anonymousAllowed'>, forms: TabFacts['forms']): boolean =>
  !anonymousAllowed && !forms.some(({ isPublished }) => isPublished)

const isDone: Readonly<Record<TabId, (values: LiveFields, facts: TabFacts) => boolean>> = {
  basics: ({ liveName, platformType, videoId, youtubeUrl, beginAt }) =>
    liveName.trim() !== '' &&
    beginAt !== '' &&
    (platformType === 'video' ? videoId !== null : platformType !== 'youtube' || youtubeUrl.trim() !== ''),
  timeline: ({ commentList, fakeTicket, callToAction, poll, giveaway, hearts, audienceCurve, productList }) =>
    [commentList, fakeTicket, callToAction, poll, giveaway, hearts, audienceCurve].some((list) => list.length > 0) ||
    productList.some(({ showAt }) => showAt !== null),
  products: ({ productList }) => productList.length > 0,
  signup: (_, { forms }) => forms.length > 0,
  settings: () => true,
}

/** How a tab stands. */
export const tabState = (tab: TabId, values: LiveFields, facts: TabFacts): TabState => {
  if (facts.errors.some((path) => tabOf(path) === tab)) return 'faulty'
  if (tab === 'products' && facts.troubledProducts > 0) return 'warn'
  if ((tab === 'signup' || tab === 'settings') && facts.isPublished && isShut(values, facts.forms)) return 'warn'
  return isDone[tab](values, facts) ? 'done' : 'open'
}
