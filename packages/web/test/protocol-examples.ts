import { type Fact, type ClientMessage, protocolVersion } from '@kaimai/contract/room/room.protocol.ts'
import type { ChatUser, RoomEvent } from '@kaimai/contract/room/room-event.schema.ts'

const mei: ChatUser = { userId: 'viewer-mei', name: '林佳穎', imgUrl: '', as: 'viewer' }
const loud: ChatUser = { userId: 'viewer-loud', name: '路人', imgUrl: '', as: 'viewer' }
const host: ChatUser = { userId: 'host', name: '小安', imgUrl: '', as: 'host' }
const virtual: ChatUser = { userId: 'virtual-ade', name: '阿德', imgUrl: '', as: 'virtual' }

const bowl = '01980000-0000-7000-8000-0000000000a1'
const bowlVariant = '01980000-0000-7000-8000-0000000000b1'
const poll = '01980000-0000-7000-8000-0000000000c1'
const giveaway = '01980000-0000-7000-8000-0000000000d1'
const begin = Date.UTC(2026, 10, 20, 12)

/** Every kind of client message, as a client writes it. */
export const clientMessageExamples: readonly ClientMessage[] = [
  { t: 'join', v: protocolVersion, ticket: 'eyJ…', seq: 0, since: 0, lang: 'zh-TW' },
  { t: 'resume', v: protocolVersion, token: 'eyJ…', seq: 42, since: begin + 61_000 },
  { t: 'say', id: 'm-7f3a91c2', text: 'A01+1' },
  { t: 'choose', of: 10, variantId: bowlVariant, quantity: 2 },
  { t: 'focus', of: 2, place: 'held' },
  { t: 'heartbeat', at: begin + 60_000 },
  { t: 'watching' },
  { t: 'vote', poll, option: 1 },
  { t: 'heart', count: 3 },
]

const frame = (second: number, seq: number, events: readonly RoomEvent[], rest: object = {}): Fact => ({
  t: 'frame',
  now: begin + second * 1000,
  seq,
  events: [...events],
  ...rest,
})

/** One viewer's minute in a room: every kind of fact and of event, in an order that could be. */
export const factExamples: readonly Fact[] = [
  {
    t: 'joined',
    now: begin + 10_000,
    you: mei,
    resume: 'eyJ…',
    seq: 1,
    events: [{ seq: 1, ms: 4_000, kind: 'commented', user: host, text: '大家晚安，先看碗' }],
    reset: false,
    shown: [],
    call: { sid: 'call-1', ms: 2_000, kind: 'calledToAction', text: '滿 1,500 免運' },
    stock: { [bowlVariant]: 8 },
    online: 120,
  },
  frame(12, 2, [
    { seq: 2, ms: 12_000, kind: 'commented', user: loud, text: '買一送十！加我私訊' },
    { sid: 'show-1', ms: 12_000, kind: 'productShown', productId: bowl },
    { sid: 'comment-1', ms: 12_000, kind: 'commented', user: virtual, text: '想看碗底' },
  ]),
  { t: 'said', id: 'm-7f3a91c2', seq: 3, ms: 14_000 },
  {
    t: 'refused',
    id: 'm-second',
    error: 'tooManyRequests',
    message: '留言太快了，請稍等一下',
    retryAfterMs: 800,
  },
  frame(16, 4, [{ seq: 4, ms: 16_000, kind: 'sold', productId: bowl, quantity: 2 }], {
    online: 131,
    stock: { [bowlVariant]: 6 },
  }),
  frame(20, 5, [{ seq: 5, ms: 20_000, kind: 'muted', userId: loud.userId }]),
  frame(26, 6, [{ seq: 6, ms: 26_000, kind: 'unmuted', userId: loud.userId }]),
  frame(30, 6, [
    { sid: 'ticket-1', ms: 30_000, kind: 'ticketShown', name: 'Mei', productId: bowl, quantity: 1 },
    { sid: 'call-1', ms: 30_000, kind: 'calledToAction', text: '今晚免運到 24:00' },
  ]),
  frame(40, 9, [
    { seq: 7, ms: 40_000, kind: 'announced', user: host, text: '碗先收起來，等等看壺', untilMs: null },
    { sid: 'hide-1', ms: 40_000, kind: 'productHidden', productId: bowl },
    { seq: 8, ms: 40_000, kind: 'productHidden', productId: bowl },
    { seq: 9, ms: 40_000, kind: 'roomChanged' },
  ]),
  frame(42, 11, [
    { seq: 10, ms: 41_000, kind: 'commented', user: mei, text: 'A01+2' },
    {
      seq: 11,
      ms: 41_100,
      kind: 'ordered',
      of: 10,
      user: mei,
      outcome: 'held',
      lines: [{ productId: bowl, variantId: bowlVariant, asked: 2, holds: 2 }],
      heldUntilMs: begin + 941_100,
      question: null,
      left: 0,
      said: '',
    },
  ]),
  frame(43, 16, [
    { seq: 12, ms: 42_500, kind: 'removed', of: 2 },
    { seq: 13, ms: 42_600, kind: 'restored', of: 2 },
    { seq: 14, ms: 42_700, kind: 'slowed', seconds: 10 },
    { seq: 15, ms: 42_800, kind: 'productUnlisted', productId: bowl },
    { seq: 16, ms: 42_900, kind: 'productListed', productId: bowl },
  ]),
  frame(44, 18, [
    { sid: 'call-1-end', ms: 43_500, kind: 'callEnded' },
    { seq: 17, ms: 43_600, kind: 'unannounced' },
    { seq: 18, ms: 43_700, kind: 'productShown', productId: bowl },
  ]),
  frame(45, 22, [
    { seq: 19, ms: 44_000, kind: 'calledToAction', text: '最後五組' },
    { seq: 20, ms: 44_100, kind: 'callEnded' },
    { seq: 21, ms: 44_200, kind: 'lineRemoved', line: 'comment-1' },
    { seq: 22, ms: 44_300, kind: 'lineRestored', line: 'comment-1' },
  ]),
  frame(
    46,
    24,
    [
      {
        seq: 23,
        ms: 45_100,
        kind: 'pollOpened',
        poll,
        question: '先介紹哪一件？',
        options: ['飯碗', '提梁壺'],
        untilMs: 105_000,
      },
      {
        seq: 24,
        ms: 45_200,
        kind: 'giveawayOpened',
        giveaway,
        prize: '青瓷筷架一組',
        word: '開窯',
        winners: 1,
        untilMs: 105_000,
        commitment: '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
      },
    ],
    { votes: { poll, counts: [0, 0] }, entrants: { giveaway, entrants: 0 } },
  ),
  frame(47, 24, [], { hearts: 12, simulatedHearts: 4 }),
  { t: 'voted', poll, option: 1 },
  frame(106, 26, [
    { seq: 25, ms: 105_000, kind: 'pollClosed', poll, counts: [12, 30] },
    {
      seq: 26,
      ms: 106_000,
      kind: 'giveawayDrawn',
      giveaway,
      entrants: 1,
      winners: [{ userId: mei.userId, name: mei.name, imgUrl: mei.imgUrl }],
      seed: '0000000000000000000000000000000000000000000000000000000000000000',
      digest: '2b1b7ee0c2a0a6d5e0b4e7a4c1c3b6f5d8a9e0f1c2b3a4d5e6f708192a3b4c5d',
    },
  ]),
  {
    t: 'controlRoom',
    events: [
      {
        seq: 27,
        ms: 106_100,
        kind: 'acted',
        act: 'removed',
        by: { userId: 'staff-ting', name: '雅婷' },
        of: 2,
      },
      { seq: 28, ms: 106_200, kind: 'messagePinned', of: 10, user: mei, text: 'A01+2' },
      { seq: 29, ms: 106_300, kind: 'messageUnpinned' },
      { seq: 30, ms: 106_400, kind: 'timedOut', userId: loud.userId, untilMs: begin + 406_400 },
      { seq: 31, ms: 106_500, kind: 'timeOutEnded', userId: loud.userId },
      { seq: 32, ms: 106_600, kind: 'staffSaid', by: { userId: 'staff-ting', name: '雅婷' }, text: '下一個先放壺' },
    ],
    viewers: { real: 91, simulated: 40 },
    staff: [{ userId: 'staff-ting', name: '雅婷', place: 'held', of: 2 }],
  },
  { t: 'presenceAsked' },
  { t: 'heartbeatAnswer', at: begin + 45_000, now: begin + 45_020 },
  {
    t: 'joined',
    now: begin + 600_000,
    you: mei,
    resume: 'eyJ…',
    seq: 900,
    events: [
      { seq: 899, ms: 598_000, kind: 'productShown', productId: bowl },
      { seq: 900, ms: 599_000, kind: 'commented', user: host, text: '回來看壺' },
    ],
    reset: true,
    shown: [bowl],
    muted: [loud.userId],
    stock: { [bowlVariant]: 3 },
    online: 210,
  },
]
