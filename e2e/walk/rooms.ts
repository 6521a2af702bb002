import { roomRoutes } from '@kaimai/contract/room/room.routes.ts'
import { callApi } from '../harness/api.ts'
import { type Shown, startLive } from '../harness/evening.ts'

const talk = [
  [0.5, '小安', '晚安，今天終於等到了'],
  [1, 'Mei', '碗口好漂亮'],
  [1.6, '阿凱', 'A01+1'],
  [2.4, 'Wendy', '馬克杯有幾個顏色？'],
  [3, '佳蓉', 'A02+2'],
].map(([commentTime, userName, commentText]) => ({ commentTime, userName, commentText, userImgId: '' }))

/** A live that is over after a few seconds, with something said and shown in each of them. */
const overReplay = async (url: string): Promise<string> => {
  const products = [
    ['A01', 0],
    ['A02', 2],
    ['A07', 4],
    ['A05', 5],
  ] as const
  const more = {
    commentList: talk,
    callToAction: [{ at: 1, until: null, text: '滿 1,500 免運', url: '' }],
  }
  const { live, headers } = await startLive(url, '可以重看的一場', products, more)
  await new Promise((resolve) => setTimeout(resolve, 9_000))
  await callApi(url, roomRoutes.close, { query: { liveId: live.id } }, headers)
  return `/stream/${live.streamId}/anonymous/replay`
}

/**
 * Rooms in a state of their own. Those that run are opened when their turn comes, for they last three minutes; each with a
 * login of its own, for a stop between may have ended the one before.
 */
export const runningRooms = (url: string) => {
  let replay: Promise<string> | undefined
  const running = async (name: string, products: readonly Shown[], more: object = {}): Promise<string> =>
    (await startLive(url, name, products, more)).path
  return {
    replay: () => (replay ??= overReplay(url)),
    /** What is shown has variants. */
    apron: () => running('圍裙專場', [['A07', 0]]),
    slow: () => running('慢速的一場', [['A01', 0]], { slowSeconds: 30 }),
    youtube: () =>
      running('YouTube 的一場', [['A02', 0]], {
        platformType: 'youtube',
        videoId: null,
        youtubeUrl: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
        plannedMinutes: 30,
      }),
  }
}
