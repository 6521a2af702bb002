// Every list and every way to look at it, as bench/lists.ts measures them.
import { announcementRoutes } from '@kaimai/contract/announcement/announcement.routes.ts'
import { blockRoutes, roomBlockRoutes } from '@kaimai/contract/block/block.routes.ts'
import { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { firmRoutes } from '@kaimai/contract/firm/firm.routes.ts'
import { letterRoutes } from '@kaimai/contract/letter/letter.routes.ts'
import { liveUserRoutes } from '@kaimai/contract/viewer/viewer.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { auditRoutes, memberRoutes } from '@kaimai/contract/member/member.routes.ts'
import { commentOrderRoutes } from '@kaimai/contract/order/comment-order.routes.ts'
import { orderRoutes } from '@kaimai/contract/order/order.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { controlRoomRoutes } from '@kaimai/contract/control-room/control-room.routes.ts'
import { searchRoutes } from '@kaimai/contract/search/search.routes.ts'
import { salesPageRoutes } from '@kaimai/contract/sales-page/sales-page.routes.ts'
import { signupUserRoutes } from '@kaimai/contract/signup-user/signup-user.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { virtualUserRoutes } from '@kaimai/contract/virtual-user/virtual-user.routes.ts'
import * as live from './list-rows-live.ts'
import * as shop from './list-rows-shop.ts'
import { type List, look, looksAt } from './look.ts'

const inVain = '沒有這個'

const ownLooks: readonly List[] = [
  {
    name: 'products',
    fill: shop.fillProducts,
    looks: ({ rows }) => [
      ...looksAt(productRoutes.list, rows, {
        searches: ['碗 4711', inVain],
        sorts: ['createdAt', 'productName', 'keyword', '-price', 'stock', '-sold'],
        filters: ['onSale', 'lowStock', 'soldOut', 'offSale'].map((status) => ({ status })),
      }),
      look(productRoutes.counts, 'counted'),
    ],
  },
  {
    name: 'sign-ups',
    fill: shop.fillPeople,
    looks: ({ rows, signupId, liveId }) => [
      ...looksAt(signupUserRoutes.list, rows, {
        searches: ['怡君4711', '0900004711', inVain],
        sorts: ['createdAt', 'name', '-name'],
        filters: [
          { signupId },
          { liveId },
          { liveId, came: 'yes' },
          { came: 'no' },
          { ordered: 'yes' },
          { flagged: 'yes' },
          { isCancelNotice: 'yes' },
          { source: 'import' },
        ],
      }),
      look(signupUserRoutes.oneDay, 'of one day', { day: '2026-09-10' }),
      look(signupUserRoutes.counts, 'counted'),
      look(signupUserRoutes.counts, 'counted in a live', { liveId }),
    ],
  },
  {
    name: 'viewers and comments of one live',
    fill: live.fillRoom,
    looks: ({ rows, liveId }) => [
      ...looksAt(liveUserRoutes.list, rows, {
        params: { id: liveId },
        searches: ['怡君4711', '0900004711', inVain],
        sorts: ['joinedAt', 'name', '-watchedSeconds', '-messages', '-orders'],
        filters: [{ came: 'yes' }, { came: 'no' }, { ordered: 'yes' }, { blocked: 'yes' }, { anonymous: 'no' }],
      }),
      look(liveUserRoutes.counts, 'counted', {}, { id: liveId }),
      ...looksAt(controlRoomRoutes.viewers, rows, {
        base: { liveId },
        searches: ['怡君4711'],
        filters: [{ online: 'yes' }, { online: 'no' }],
      }).map((each) => ({ ...each, name: `in the control room, ${each.name}` })),
      ...['all', 'held', 'marked', 'questions', 'orders', 'removed'].map((filter) =>
        look(controlRoomRoutes.comments, `comments, ${filter}`, { liveId, filter }),
      ),
      look(controlRoomRoutes.comments, 'comments, searched', { liveId, q: '碗還有嗎 4711' }),
      look(controlRoomRoutes.comments, 'comments, searched in vain', { liveId, q: inVain }),
      look(controlRoomRoutes.comments, 'comments, the oldest', { liveId, before: 200 }),
      look(controlRoomRoutes.figures, 'figures of the control room', { liveId }),
      ...looksAt(commentOrderRoutes.list, rows, { base: { liveId }, filters: [{ waits: 'yes' }, { waits: 'no' }] }).map(
        (each) => ({ ...each, name: `orders by comment, ${each.name}` }),
      ),
    ],
  },
  {
    name: 'orders',
    fill: shop.fillOrders,
    looks: ({ rows, liveId }) => [
      ...looksAt(orderRoutes.list, rows, {
        searches: ['怡君4711', '0900004711', inVain],
        sorts: ['createdAt', 'orderNo', '-total', '-paidAt', 'paidAt'],
        filters: [
          { paymentState: 'paid' },
          { paymentState: 'partlyRefunded' },
          { liveId },
          { source: 'room' },
          { source: 'signup' },
          { unanswered: '1' },
        ],
      }),
      look(liveUserRoutes.list, 'buyers of the live', { ordered: 'yes' }, { id: liveId }),
      look(liveUserRoutes.list, 'viewers by orders', { sort: '-orders' }, { id: liveId }),
      look(liveUserRoutes.counts, 'viewers counted', {}, { id: liveId }),
      look(controlRoomRoutes.figures, 'figures of the control room', { liveId }),
    ],
  },
  {
    name: 'letters',
    fill: shop.fillLetters,
    looks: ({ rows }) =>
      looksAt(letterRoutes.list, rows, {
        searches: ['怡君4711', inVain],
        filters: [{ letterTemplateType: 2 }, { letterTemplateType: 9 }],
      }),
  },
  {
    name: 'blocks',
    fill: live.fillBlocks,
    looks: ({ rows, liveId }) => [
      ...looksAt(blockRoutes.list, rows, {
        searches: ['怡君4711', inVain],
        sorts: ['createdAt', 'name', '-name'],
        filters: [
          { state: 'active' },
          { state: 'temporary' },
          { state: 'permanent' },
          { state: 'cancelled' },
          { liveId },
        ],
      }),
      look(blockRoutes.counts, 'counted'),
      ...looksAt(roomBlockRoutes.list, rows, { base: { liveId }, searches: ['怡君4711'] }).map((each) => ({
        ...each,
        name: `of a room, ${each.name}`,
      })),
    ],
  },
  {
    name: 'sign-up forms',
    fill: shop.fillForms,
    looks: ({ rows }) => [
      ...looksAt(signupRoutes.list, rows, {
        searches: ['報名 4711', inVain],
        sorts: ['createdAt', 'signupName', '-signups'],
        filters: [{ status: 'draft' }, { pageType: 'order' }],
      }),
      look(signupRoutes.counts, 'counted'),
    ],
  },
  {
    name: 'sales pages',
    fill: shop.fillSalesPages,
    looks: ({ rows }) => [
      ...looksAt(salesPageRoutes.list, rows, {
        searches: ['市集 4711', inVain],
        sorts: ['createdAt', '-changedAt', 'title'],
        filters: ['draft', 'scheduled', 'open', 'closed'].map((state) => ({ state })),
      }),
      look(salesPageRoutes.counts, 'counted'),
    ],
  },
  {
    name: 'lives',
    fill: live.fillLives,
    looks: ({ rows }) => [
      ...looksAt(liveRoutes.list, rows, {
        searches: ['開窯夜 4711', inVain],
        sorts: ['beginAt', '-beginAt', 'liveName', '-signups'],
        filters: ['draft', 'scheduled', 'open', 'live', 'ended', 'cancelled'].map((status) => ({ status })),
      }),
      look(liveRoutes.counts, 'counted'),
    ],
  },
  {
    name: 'videos',
    fill: live.fillVideos,
    looks: ({ rows }) => [
      ...looksAt(videoRoutes.list, rows, {
        searches: ['錄影 4711', inVain],
        sorts: ['createdAt', 'name', '-durationMs', '-size'],
        filters: [{ state: 'ready' }, { state: 'processing' }],
      }),
      look(videoRoutes.counts, 'counted'),
    ],
  },
  {
    name: 'comment groups',
    fill: live.fillGroups,
    looks: ({ rows, videoId }) =>
      looksAt(commentModRoutes.list, rows, {
        searches: ['留言 4711', inVain],
        sorts: ['createdAt', '-changedAt', 'commentModName', '-comments'],
        filters: [{ videoId }],
      }),
  },
  {
    name: 'virtual users',
    fill: live.fillVirtualUsers,
    looks: ({ rows }) =>
      looksAt(virtualUserRoutes.list, rows, { searches: ['怡君4711', inVain], sorts: ['createdAt', 'name'] }),
  },
  {
    name: 'members',
    fill: shop.fillMembers,
    looks: ({ rows }) =>
      looksAt(memberRoutes.list, rows, {
        searches: ['怡君4711', inVain],
        sorts: ['role', '-lastLoginAt', 'createdAt'],
        filters: [{ role: 'host' }],
      }),
  },
  {
    name: 'log entries',
    fill: shop.fillLog,
    looks: ({ rows, memberId }) =>
      looksAt(auditRoutes.list, rows, {
        searches: ['陶碗 4711', inVain],
        sorts: ['createdAt'],
        filters: [
          { memberId },
          { action: 'live.publish' },
          { action: 'order' },
          { from: '2026-09-01', to: '2026-09-02' },
        ],
      }),
  },
  {
    name: 'ledger entries',
    fill: shop.fillLedgers,
    looks: ({ rows, firmId }) => {
      const base = { month: '2026-11' }
      return [
        ...looksAt(firmRoutes.hoursLog, rows, { params: { id: firmId }, base }).map((each) => ({
          ...each,
          name: `hours, ${each.name}`,
        })),
        ...looksAt(firmRoutes.pointLog, rows, { params: { id: firmId }, base }).map((each) => ({
          ...each,
          name: `points, ${each.name}`,
        })),
      ]
    },
  },
  {
    name: 'announcements',
    fill: shop.fillNews,
    looks: () => [look(announcementRoutes.list, 'opened')],
  },
]

/** Each list by its own looks, and by the search of the whole console (⌘K) with so many rows of its kind. */
export const lists: readonly List[] = ownLooks.map(({ name, fill, looks }) => ({
  name,
  fill,
  looks: (of) => [
    ...looks(of),
    look(searchRoutes.find, 'searched from anywhere ‘碗 4711’', { q: '碗 4711' }),
    look(searchRoutes.find, `searched from anywhere ‘${inVain}’`, { q: inVain }),
  ],
}))
