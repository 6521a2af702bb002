import { apron, apronDefs } from './apron.ts'
import { backdrop, backdropDefs } from './backdrop.ts'
import type { Backdrop } from './backdrop.ts'
import { branch } from './branch.ts'
import { steam } from './effects.ts'
import { glazeDefs } from './glaze.ts'
import { hostArms, hostBody, hostDefs, hostHands } from './host.ts'
import type { HostPose } from './host.ts'
import { bowl, coffee, dishes, groundShadow, mug, plate, rice, tea, teacup, teapot, vase } from './pieces.ts'
import { beam, room, studioDefs, table, vignette } from './studio.ts'
import { document, ellipse, place, point, shape } from './svg.ts'

const photo = (tone: Backdrop, edge: number, ...drawn: readonly string[]): string =>
  document(1000, 1000, glazeDefs(), apronDefs(), backdropDefs(tone), backdrop(1000, 1000, edge), ...drawn)

const chopsticks = (x: number, y: number): string =>
  shape(
    `M${x} ${y + 10}l470-66M${x + 10} ${y + 34}l470-60`,
    'stroke="#20130a" stroke-width="12" stroke-linecap="round" opacity=".14"',
  ) +
  shape(`M${x} ${y}l470-66`, 'stroke="#4f3324" stroke-width="12" stroke-linecap="round"') +
  shape(`M${x + 10} ${y + 24}l470-60`, 'stroke="#6a4632" stroke-width="12" stroke-linecap="round"')

const persimmon = (x: number, y: number, scale: number): string =>
  place(
    x,
    y,
    scale,
    ellipse(8, 2, 60, 12, 'fill="url(#ground-shadow)"'),
    shape('M-52-34c0-38 104-38 104 0 0 30-30 38-52 38s-52-8-52-38Z', 'fill="#e08a3c"'),
    shape(
      'M-38-44c10-14 30-16 44-14',
      'fill="none" stroke="#fff" stroke-width="7" stroke-linecap="round" opacity=".35"',
    ),
    shape('M20-4c26-2 34-18 32-34-6 18-18 28-32 34Z', 'fill="#9c4f1d" opacity=".3"'),
    shape('M0-60c-10-10-24-6-28 0 8 4 18 6 28 4 10 2 20 0 28-4-4-6-18-10-28 0Z', 'fill="#6b7d45"'),
  )

/** Product photographs, 1000 × 1000, by the name of their file. */
export const productStills: Readonly<Record<string, string>> = {
  'product-bowl': photo('sand', 640, chopsticks(400, 912), place(480, 822, 3.1, groundShadow(44), bowl({ spin: 0.5 }))),
  'product-mug': photo(
    'sage',
    650,
    place(470, 850, 3, groundShadow(76), mug({ content: coffee() })),
    steam(466, 352, 210, 260, 6.3, 1.25),
  ),
  'product-teapot': photo(
    'sand',
    640,
    place(560, 800, 2.55, groundShadow(70), teapot()),
    place(196, 880, 1.7, groundShadow(44), teacup({ glaze: 'mist', content: tea(0.9) })),
  ),
  'product-vase': photo('mist', 700, place(520, 880, 2.12, groundShadow(60), branch(1), vase())),
  'product-plate': photo(
    'mist',
    560,
    place(500, 810, 3.4, groundShadow(120, 0.8), plate({ spin: 0.2 })),
    persimmon(420, 690, 1.5),
    persimmon(574, 732, 1.3),
  ),
  'product-cups': photo(
    'rose',
    640,
    ellipse(500, 846, 390, 92, 'fill="#20130a" opacity=".2" filter="url(#soft-12)"'),
    ellipse(500, 822, 390, 96, 'fill="#7d563b"'),
    ellipse(500, 808, 390, 96, 'fill="#a77b57"'),
    ellipse(500, 806, 362, 84, 'fill="#b98d67"'),
    place(352, 828, 3, groundShadow(40), teacup({ glaze: 'clay', content: tea(0.95) })),
    place(664, 846, 3, groundShadow(40), teacup({ glaze: 'celadon', spin: 1.2, content: tea(0.95) })),
    steam(352, 580, 130, 180, 2, 0.8),
    steam(664, 598, 130, 180, 5, 0.8),
  ),
  'product-apron': photo(
    'rose',
    760,
    shape('M60 118h880v24H60z', 'fill="#8f6a4b"') +
      shape('M60 118h880v5H60z', 'fill="#c79d74"') +
      shape('M60 142h880v16H60z', 'fill="#20130a" opacity=".12"'),
    place(270, 132, 1.76, apron('brick')),
    place(736, 132, 1.76, apron('cream')),
  ),
  'product-dishes': photo('sage', 600, place(420, 800, 3.9, groundShadow(60), dishes()), persimmon(842, 850, 1.6)),
}

const poster = (bloom: number): string =>
  ellipse(300, 764, 190, 30, 'fill="#2b1c12" opacity=".34" filter="url(#soft-12)"') +
  place(292, 764, 1.86, groundShadow(54), branch(bloom), vase()) +
  place(560, 772, 1.62, groundShadow(60), teapot()) +
  place(800, 792, 1.5, groundShadow(44), bowl()) +
  place(470, 912, 1.22, groundShadow(70), mug({ content: coffee() })) +
  place(214, 934, 1.15, groundShadow(44), teacup({ glaze: 'clay' })) +
  place(760, 950, 1.16, groundShadow(110), plate())

const evening = (width: number, height: number, edge: number, sunX: number, sunY: number, sun: number): string =>
  `<defs><linearGradient id="evening" x2="1" y2="0"><stop offset="0" stop-color="#f4e5cd"/><stop offset=".5" stop-color="#dfbf9b"/><stop offset="1" stop-color="#a97650"/></linearGradient><linearGradient id="board" x2="0" y2="1"><stop offset="0" stop-color="#bd8b5f"/><stop offset="1" stop-color="#7d5234"/></linearGradient></defs><path d="M0 0h${width}v${height}H0z" fill="url(#evening)"/><circle cx="${sunX}" cy="${sunY}" r="${sun}" fill="#f9ead0" opacity=".8"/><circle cx="${sunX}" cy="${sunY}" r="${sun}" fill="#c9683e" opacity=".2"/>${shape(`M-60 0h${width * 0.34}L60 ${edge}h-300Z`, 'fill="#fff" opacity=".18" filter="url(#soft-40)"')}<path d="M0 ${edge}h${width}v${height - edge}H0z" fill="url(#board)"/><path d="M0 ${edge}h${width}v6H0z" fill="#f4dab3" opacity=".6"/>`

/** The sign-up page's poster, 1000 × 1000, no words: the page has its own title. */
export const posterStill = (): string =>
  document(1000, 1000, glazeDefs(), evening(1000, 1000, 700, 690, 320, 250), poster(1))

/** A second poster: a bowl of rice at the window. */
export const tableStill = (): string =>
  document(
    1000,
    1000,
    glazeDefs(),
    evening(1000, 1000, 640, 300, 300, 210),
    place(560, 850, 2.7, groundShadow(50), bowl({ content: rice() })),
    place(196, 920, 1.5, groundShadow(44), teacup({ glaze: 'celadon', content: tea(0.9) })),
    chopsticks(440, 956),
    steam(560, 380, 260, 260, 3, 1),
  )

const sans = 'Noto Sans CJK TC, Noto Sans TC, sans-serif'
const serif = 'Noto Serif CJK TC, Noto Serif TC, serif'

const words = (
  x: number,
  y: number,
  size: number,
  weight: number,
  color: string,
  family: string,
  text: string,
): string =>
  `<text x="${x}" y="${y}" font-family="${family}" font-size="${size}" font-weight="${weight}" fill="${color}">${text}</text>`

/** What a shared link shows, 1200 × 630: words at the left, pieces at the right. */
export const shareStill = (): string =>
  document(
    1200,
    630,
    glazeDefs(),
    evening(1200, 630, 470, 900, 190, 170),
    `<g transform="translate(556 16) scale(.62)">${poster(1)}</g>`,
    '<path d="M0 0h540v630H0z" fill="#fffaf1"/>',
    place(96, 118, 0.42, logoMark()),
    words(140, 130, 34, 700, '#2b2019', sans, '器日 ChiRi'),
    words(64, 274, 86, 700, '#2b2019', serif, '秋窯開窯夜'),
    words(70, 340, 34, 500, '#6f5d4e', sans, '霧白與青瓷，只燒這一窯'),
    '<rect x="68" y="404" width="306" height="78" rx="20" fill="#9c4a24"/>',
    words(102, 456, 34, 700, '#ffffff', sans, '免費報名看直播'),
    words(70, 558, 26, 500, '#7a6655', sans, '邊看邊問，留言 +1 就能買'),
  )

/** What the room shows before the begin, 1280 × 720. */
export const waitingStill = (): string =>
  document(
    1280,
    720,
    glazeDefs(),
    evening(1280, 720, 520, 1000, 210, 180),
    `<g transform="translate(620 40) scale(.68)">${poster(1)}</g>`,
    '<rect x="76" y="196" width="486" height="270" rx="24" fill="#3b2413" opacity=".18"/><rect x="70" y="186" width="486" height="270" rx="24" fill="#fffaf1"/>',
    place(126, 246, 0.34, logoMark()),
    words(166, 257, 28, 700, '#2b2019', sans, '器日 ChiRi'),
    words(104, 344, 62, 700, '#2b2019', serif, '等一下就開窯'),
    words(106, 404, 30, 500, '#6f5d4e', sans, '先去泡杯茶，時間到自動開始'),
  )

/** A vessel under the sun: 器 and 日. Centred on (0, 0), 160 wide. */
const logoMark = (): string =>
  '<circle r="80" fill="#9c4a24"/><path d="M-50 2H50c0 36-22 54-34 56h-32C-28 56-50 38-50 2Z" fill="#fffaf1"/><circle cy="-30" r="17" fill="#fffaf1"/>'

export const logoStill = (): string => document(320, 320, place(160, 160, 1.94, logoMark()))

const hostPose: HostPose = {
  leftArm: { at: point(556, 554), hand: 'clasp', turn: 0 },
  rightArm: { at: point(722, 554), hand: 'clasp', turn: 0 },
  lean: 2,
  lookX: 0.08,
  lookY: 0.06,
  eyes: 1,
  joy: 1,
  brows: 0.3,
  mouth: 0,
  smile: 1,
  breath: 2,
  apron: 'sage',
}

const hostScene = (): string =>
  `${glazeDefs()}${studioDefs()}${hostDefs()}${room()}${table()}${beam(0.6)}${hostBody(hostPose)}${hostArms(hostPose)}${place(639, 602, 1.04, bowl({ glaze: 'celadon', spin: 1 }))}${hostHands(hostPose)}${place(962, 676, 0.86, groundShadow(56), vase())}${place(386, 692, 0.72, groundShadow(66), mug({ glaze: 'indigo', content: coffee() }))}${steam(236, 606, 46, 96, 4, 0.7)}${vignette()}`

/** The live's picture, 1280 × 720. */
export const liveStill = (): string => document(1280, 720, hostScene())

/** The host upright, 900 × 1200: the middle of the same room. */
export const hostStill = (): string =>
  document(900, 1200, `<g transform="translate(-616 0) scale(1.667)">${hostScene()}</g>`)
