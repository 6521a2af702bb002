import type { ReturnException } from '@kaimai/contract/product/return-exception.ts'

/** Money is in minor units: 68000 is NT$680. Keywords are what viewers type to order. */

export interface DemoVariant {
  /** Its options with a space between: viewers may type them in any order. */
  readonly name: string
  readonly stock: number
}

export interface DemoProduct {
  readonly keyword: string
  readonly productName: string
  /** One line for cards and lists. */
  readonly summary: string
  /** Plain paragraphs, or rich text in which `seed/` stands for the address of a file of seed/media. */
  readonly description: string
  readonly price: number
  readonly originalPrice: number | null
  /** 特價: everywhere, from ever and for ever. */
  readonly onSalePrice?: number
  /** 直播優惠價: in the room while the live runs. */
  readonly specialOfferPrice?: number
  readonly returnException?: ReturnException
  /** Grams of one piece with its packing. */
  readonly weight?: number
  readonly currency: 'TWD'
  /** Pieces in all, the variants' together where there are any. */
  readonly stock: number
  readonly unit: string
  readonly perPersonLimit: number | null
  /** Empty: the product is sold as it is. */
  readonly variants: readonly DemoVariant[]
  /** In seed/media. */
  readonly image: string
}

export const products: readonly DemoProduct[] = [
  {
    keyword: 'A01',
    productName: '霧白手捏飯碗',
    summary: '碗口 11.5 cm・微波、洗碗機可',
    description:
      '一碗飯剛剛好的大小，手捏成形，碗緣留著一點點不平整。霧面白釉摸起來像蛋殼，鐵斑是土裡本來就有的，每一只都不一樣。\n\n・碗口 11.5 cm，高 7 cm，約 280 g\n・1,240 度還原燒，不吃色、不吸味\n・微波爐、洗碗機都可以，請勿直火',
    price: 68000,
    originalPrice: 88000,
    weight: 450,
    currency: 'TWD',
    stock: 48,
    unit: '只',
    perPersonLimit: 6,
    variants: [],
    image: 'product-bowl.webp',
  },
  {
    keyword: 'A02',
    productName: '青瓷厚底馬克杯',
    summary: '320 ml・厚底保溫、素坯不滑手',
    description:
      '杯底拉得特別厚，咖啡不容易涼；下緣留一圈素坯，洗的時候也不會滑。青瓷看光線，早上偏綠，傍晚偏藍。\n\n・320 ml，口徑 8 cm，高 9.5 cm\n・把手放得進三根手指\n・微波爐、洗碗機都可以',
    price: 72000,
    originalPrice: null,
    weight: 560,
    currency: 'TWD',
    stock: 36,
    unit: '個',
    perPersonLimit: 4,
    variants: [],
    image: 'product-mug.webp',
  },
  {
    keyword: 'A03',
    productName: '鐵釉提梁壺',
    summary: '600 ml・出水直、斷水俐落',
    description:
      '<p>壺嘴試了三個月才定下來：水柱直、收得乾淨，不會順著壺嘴往下流。鐵釉會吃光，<strong>用久了越來越潤</strong>。</p><h3>尺寸與使用</h3><ul><li>600 ml，三四個人喝剛好</li><li>附不鏽鋼茶濾</li><li>可放電陶爐溫熱，請勿直火空燒</li></ul><p>搭<strong>赤陶青瓷對杯</strong>，剛好一壺兩個人：</p><img src="seed/product-cups.webp" alt="赤陶與青瓷對杯"><p>這一窯只留下十二把，<u>一個人限一把</u>。</p>',
    price: 248000,
    originalPrice: 298000,
    currency: 'TWD',
    stock: 12,
    unit: '把',
    perPersonLimit: 1,
    variants: [],
    image: 'product-teapot.webp',
  },
  {
    keyword: 'A04',
    productName: '雪釉細口花器',
    summary: '瓶口 2 cm・一枝就好看',
    description:
      '瓶口只開兩公分，路邊撿一枝插進去就站得住。雪釉燒出細細的開片，會隨著時間長出紋路；不插花，放著也好看。\n\n・高 23 cm，最寬處 16 cm\n・可裝水，瓶底有做防水處理',
    price: 138000,
    originalPrice: null,
    currency: 'TWD',
    stock: 9,
    unit: '支',
    perPersonLimit: 2,
    variants: [],
    image: 'product-vase.webp',
  },
  {
    keyword: 'A05',
    productName: '青花八吋盤',
    summary: '直徑 20.5 cm・釉下手繪',
    description:
      '一筆一筆畫的釉下青花，洗再多次也不會掉。義大利麵、切水果、早餐一盤搞定。\n\n・直徑 20.5 cm，高 2.5 cm\n・微波爐、洗碗機都可以',
    price: 86000,
    originalPrice: 98000,
    onSalePrice: 78000,
    currency: 'TWD',
    stock: 24,
    unit: '個',
    perPersonLimit: 6,
    variants: [],
    image: 'product-plate.webp',
  },
  {
    keyword: 'A06',
    productName: '赤陶青瓷對杯',
    summary: '120 ml 兩入・杯底刻名字',
    description:
      '一只赤陶、一只青瓷，大小剛好一口茶。兩個人喝，或是自己一只、客人一只。附手縫棉布袋，送禮不用再包。\n\n・每只 120 ml，口徑 7 cm\n・一組兩入\n・杯底刻上兩個人的名字，依您的要求製作',
    price: 98000,
    originalPrice: 116000,
    returnException: 'customised',
    weight: 620,
    currency: 'TWD',
    stock: 18,
    unit: '組',
    perPersonLimit: 3,
    variants: [],
    image: 'product-cups.webp',
  },
  {
    keyword: 'A07',
    productName: '手染亞麻工作圍裙',
    summary: '紅、白兩色・M、L 兩種長度',
    description:
      '阿月做陶穿的那一款。亞麻下水洗過才裁，不會再縮；交叉背帶，站一整天脖子不痠。紅色是茜草染，白色是亞麻本色。\n\n・M 長 78 cm，L 長 88 cm\n・胸前、腰間各一個口袋\n・第一次請單獨洗',
    price: 128000,
    originalPrice: 148000,
    weight: 420,
    currency: 'TWD',
    stock: 28,
    unit: '件',
    perPersonLimit: 2,
    variants: [
      { name: '紅 M', stock: 8 },
      { name: '紅 L', stock: 6 },
      { name: '白 M', stock: 8 },
      { name: '白 L', stock: 6 },
    ],
    image: 'product-apron.webp',
  },
  {
    keyword: 'A08',
    productName: '手捏小碟',
    summary: '直徑 9 cm・四種釉色',
    description:
      '醬油、泡菜、戒指都能放。試釉的時候多燒的，一種顏色就那幾片，挑你喜歡的。\n\n・直徑 9 cm 上下，手捏略有大小\n・微波爐、洗碗機都可以',
    price: 28000,
    originalPrice: null,
    specialOfferPrice: 24000,
    weight: 180,
    currency: 'TWD',
    stock: 60,
    unit: '片',
    perPersonLimit: 8,
    variants: [
      { name: '霧白', stock: 18 },
      { name: '青瓷', stock: 18 },
      { name: '赤陶', stock: 14 },
      { name: '青花', stock: 10 },
    ],
    image: 'product-dishes.webp',
  },
]
