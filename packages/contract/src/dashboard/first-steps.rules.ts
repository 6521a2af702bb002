import { isDefaultFirmName } from '../firm/firm.rules.ts'

/** What a new merchant does, in this order, until a first live stands and takes real payments. */
export const stepIds = ['shop', 'video', 'product', 'group', 'live', 'signup', 'viewer', 'payment'] as const
export type StepId = (typeof stepIds)[number]

/** Steps that one may leave out. */
const optional: readonly StepId[] = ['group']

export interface KnownOfFirm {
  readonly firmName: string
  /** How many of each there are; undefined: not asked yet. */
  readonly lives: number | undefined
  readonly orders: number | undefined
  readonly signups: number | undefined
  readonly videos: number | undefined
  readonly products: number | undefined
  readonly groups: number | undefined
  /** Its shoppers pay with play money. */
  readonly testMode: boolean
  /** Somebody looked at a room from here. */
  readonly tried: boolean
}

export interface Step {
  readonly id: StepId
  readonly isDone: boolean
  readonly isOptional: boolean
}

const some = (count: number | undefined): boolean => (count ?? 0) > 0

/** Each step and whether it is done: a live was made from a video, an order holds products and came from a viewer. */
export const firstSteps = (known: KnownOfFirm): Step[] => {
  const done: Readonly<Record<StepId, boolean>> = {
    shop: !isDefaultFirmName(known.firmName),
    video: some(known.videos) || some(known.lives),
    product: some(known.products) || some(known.orders),
    group: some(known.groups),
    live: some(known.lives),
    signup: some(known.signups),
    viewer: known.tried || some(known.orders),
    payment: !known.testMode,
  }
  return stepIds.map((id) => ({ id, isDone: done[id], isOptional: optional.includes(id) }))
}

/** The first step that is still to do and can't be left out. */
export const nextStep = (steps: readonly Step[]): StepId | undefined =>
  steps.find(({ isDone, isOptional }) => !isDone && !isOptional)?.id
