import { commentModRoutes } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { liveRoutes } from '@kaimai/contract/live/live.routes.ts'
import { productRoutes } from '@kaimai/contract/product/product.routes.ts'
import { signupRoutes } from '@kaimai/contract/signup/signup.routes.ts'
import { newId } from '../src/platform/ids.ts'
import type { Member, TestApp } from './test-app.ts'

/** A video as packaging leaves it, without the files: enough for everything that only reads its facts. */
export const aVideo = async (t: TestApp, member: Member, minutes = 3): Promise<string> => {
  const id = newId()
  const segments = Array.from({ length: (minutes * 60) / 4 }, () => ({ durationMs: 4000, bytes: 1000 }))
  await t.platform.db.raw(
    `insert into video (id, "firmId", "uploadId", name, size, state, "durationMs", width, height, "hasAudio", segments, "createdAt")
     values ($1, $2, $3, '開窯', 1000, 'ready', $4, 1280, 720, true, cast($5 as jsonb), $6)`,
    [id, member.firmId, newId(), minutes * 60_000, JSON.stringify(segments), t.clock.now()],
  )
  return id
}

export const aProduct = (
  t: TestApp,
  member: Member,
  given: { name?: string; keyword?: string; stock?: number; price?: number } = {},
) =>
  t.call(
    productRoutes.create,
    {
      body: {
        productName: given.name ?? '霧白飯碗',
        keyword: given.keyword ?? '',
        price: given.price ?? 68000,
        variants: [{ name: '', stock: given.stock ?? 10 }],
      },
    },
    member.headers,
  )

export const aCommentMod = (t: TestApp, member: Member, videoId: string) =>
  t.call(
    commentModRoutes.create,
    {
      body: {
        commentModName: '留言',
        videoId,
        commentModList: [
          { userImgId: '', userName: 'Mei', commentText: '想看碗底', commentTime: 27.5 },
          { userImgId: '', userName: '阿德', commentText: '阿月好', commentTime: 4 },
        ],
      },
    },
    member.headers,
  )

export const inMinutes = (t: TestApp, minutes: number): string =>
  new Date(t.clock.ms() + minutes * 60_000).toISOString()

/** A published live that begins in `minutes`. */
export const aLive = async (
  t: TestApp,
  member: Member,
  given: { minutes?: number; videoId?: string; productIds?: string[]; commentModId?: string; publish?: boolean } = {},
) =>
  t.call(
    liveRoutes.create,
    {
      body: {
        liveName: '秋窯開窯夜',
        platformType: 'video',
        videoId: given.videoId ?? (await aVideo(t, member)),
        beginAt: inMinutes(t, given.minutes ?? 60),
        commentModId: given.commentModId ?? null,
        productList: (given.productIds ?? []).map((productId, index) => ({
          productId,
          showAt: 20 + index * 10,
          hideAt: null,
        })),
        publish: given.publish ?? true,
      },
    },
    member.headers,
  )

/** A published form with these sessions. */
export const aForm = (
  t: TestApp,
  member: Member,
  sessions: { liveId: string; capacity?: number | null }[],
  customUrl = `form-${newId().slice(-8)}`,
) =>
  t.call(
    signupRoutes.create,
    {
      body: {
        signupName: '秋窯',
        customUrl,
        signupTitle: '秋窯開窯夜',
        sessionInfoList: sessions.map(({ liveId, capacity }) => ({
          liveId,
          title: '霧白與青瓷',
          capacity: capacity ?? null,
        })),
        published: true,
      },
    },
    member.headers,
  )
