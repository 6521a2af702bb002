import fc from 'fast-check'

/** What people, gateways and time do to a shop, one after another; numbers choose among what is there. */
export type Step =
  | { readonly act: 'say'; readonly who: number; readonly text: string }
  | { readonly act: 'cart'; readonly who: number; readonly which: number; readonly quantity: number }
  | {
      readonly act: 'order'
      readonly who: number
      readonly method: 'card' | 'atm' | 'transfer' | 'cod'
      readonly home: boolean
    }
  | { readonly act: 'begin'; readonly order: number; readonly method: 'card' | 'atm' | 'transfer' }
  | {
      readonly act: 'gateway'
      readonly attempt: number
      readonly does: 'pays' | 'fails' | 'issuesCode' | 'paysAnotherSum'
    }
  | { readonly act: 'notice'; readonly notice: number; readonly forged: boolean }
  | {
      readonly act: 'receive'
      readonly order: number
      readonly beside: number
      readonly accept: boolean
      readonly extra: boolean
    }
  | { readonly act: 'report' | 'cancelByShopper' | 'cancelByStaff'; readonly order: number }
  | {
      readonly act: 'refund'
      readonly order: number
      readonly choice: 'whole' | 'lines' | 'amount'
      readonly numbers: readonly [number, number]
      readonly fee: boolean
      readonly restock: boolean
      readonly gateway: GatewayMood
    }
  | { readonly act: 'refundExtra'; readonly order: number; readonly gateway: GatewayMood }
  | {
      readonly act: 'retry' | 'settle' | 'withdraw'
      readonly order: number
      readonly refund: number
      readonly gateway: GatewayMood
    }
  | { readonly act: 'time'; readonly minutes: number; readonly gateway: GatewayMood }
  | { readonly act: 'points'; readonly key: number; readonly tenths: number }

/** What a gateway does that is asked to give money back; `loses`: it does it, and its answer never comes. */
export type GatewayMood = 'does' | 'takes' | 'refuses' | 'isAway' | 'loses'

/** A step, and after how many statements its process is killed; undefined: it lives. */
export interface MortalStep {
  readonly step: Step
  readonly kill: number | undefined
}

const any = fc.nat(200)
const who = fc.nat(2)
const mood = fc.oneof(
  { weight: 3, arbitrary: fc.constant<GatewayMood>('does') },
  { weight: 3, arbitrary: fc.constantFrom<GatewayMood[]>('takes', 'refuses', 'isAway', 'loses') },
)
const act = <A extends Step['act']>(...names: A[]) => fc.constantFrom(...names)
const text = fc.oneof(
  fc.tuple(fc.constantFrom('紅', '藍'), fc.integer({ min: 1, max: 4 })).map(([name, count]) => `${name}+${count}`),
  fc.constantFrom('取消', '紅取消', 'A07紅+1 A07藍+2'),
)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: act('say'), who, text }) },
  { weight: 3, arbitrary: fc.record({ act: act('cart'), who, which: fc.nat(1), quantity: fc.nat(3) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      act: act('order'),
      who,
      method: fc.constantFrom('card' as const, 'card' as const, 'atm' as const, 'transfer' as const, 'cod' as const),
      home: fc.boolean(),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({ act: act('begin'), order: any, method: fc.constantFrom('card', 'atm', 'transfer') }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      act: act('gateway'),
      attempt: any,
      does: fc.constantFrom(
        'pays' as const,
        'pays' as const,
        'pays' as const,
        'fails' as const,
        'issuesCode' as const,
        'paysAnotherSum' as const,
      ),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({ act: act('notice'), notice: any, forged: fc.nat(5).map((number) => number === 0) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: act('receive'),
      order: any,
      beside: fc.oneof(fc.constant(0), fc.integer({ min: -60, max: 20 }), fc.constant(-100_000)),
      accept: fc.boolean(),
      extra: fc.boolean(),
    }),
  },
  { weight: 4, arbitrary: fc.record({ act: act('report', 'cancelByShopper', 'cancelByStaff'), order: any }) },
  {
    weight: 9,
    arbitrary: fc.record({
      act: act('refund'),
      order: any,
      choice: fc.constantFrom('whole', 'lines', 'lines', 'amount', 'amount'),
      numbers: fc.tuple(fc.nat(3), fc.nat(3)),
      fee: fc.boolean(),
      restock: fc.boolean(),
      gateway: mood,
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: act('refundExtra'), order: any, gateway: mood }) },
  {
    weight: 4,
    arbitrary: fc.record({ act: act('retry', 'settle', 'withdraw'), order: any, refund: any, gateway: mood }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ act: act('time'), minutes: fc.constantFrom(1, 3, 16, 16, 40, 61, 5000), gateway: mood }),
  },
  { weight: 2, arbitrary: fc.record({ act: act('points'), key: fc.nat(3), tenths: fc.integer({ min: 1, max: 40 }) }) },
)

/** One of five steps is done by a process that is killed. */
const kill = fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat(24) })

const byTransfer = { method: 'transfer', home: false } as const
const exactly = { beside: 0, accept: false, extra: false } as const
/** The first order has ended, others have its pieces, and its money comes: what chance alone hardly ever puts together. */
const moneyTooLate = (ends: Step): readonly Step[] => [
  { act: 'cart', who: 0, which: 0, quantity: 3 },
  { act: 'order', who: 0, ...byTransfer },
  ends,
  { act: 'cart', who: 1, which: 0, quantity: 3 },
  { act: 'order', who: 1, ...byTransfer },
  { act: 'receive', order: 1, ...exactly },
  { act: 'cart', who: 2, which: 0, quantity: 2 },
  { act: 'order', who: 2, ...byTransfer },
  { act: 'receive', order: 0, ...exactly },
]
const ends = fc.constantFrom<Step[]>(
  { act: 'cancelByShopper', order: 0 },
  { act: 'cancelByStaff', order: 0 },
  { act: 'time', minutes: 20_000, gateway: 'does' },
)
const began: fc.Arbitrary<readonly Step[]> = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: ends.map(moneyTooLate) },
)

export const stepsOf = (count: number): fc.Arbitrary<MortalStep[]> =>
  began.chain((first) => {
    const length = { minLength: count, maxLength: count }
    return fc
      .array(fc.record({ step, kill }), length)
      .map((taken) => [...first.map((given) => ({ step: given, kill: undefined })), ...taken.slice(first.length)])
  })
