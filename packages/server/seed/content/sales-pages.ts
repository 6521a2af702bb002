import type { SalesPageFields } from '@kaimai/contract/sales-page/sales-page.schema.ts'

type Block = SalesPageFields['blockList'][number]
/** Files of seed/media, keywords and days from the start stand for what has an id, an address or a date only then. */
type Written<B> = B extends { kind: 'product' }
  ? Omit<B, 'productId' | 'id'> & { readonly keyword: string }
  : B extends { kind: 'countdown' }
    ? Omit<B, 'until' | 'id'> & { readonly untilDays: number }
    : B extends { kind: 'picture' }
      ? Omit<B, 'url' | 'id'> & { readonly file: string }
      : B extends { kind: 'video' }
        ? Omit<B, 'videoId' | 'posterUrl' | 'id'>
        : Omit<B, 'id'>

export interface DemoSalesPage
  extends Pick<
    SalesPageFields,
    'title' | 'lead' | 'customUrl' | 'colorToneId' | 'metaTitle' | 'metaDescription' | 'published'
  > {
  /** In seed/media; the first is the cover. */
  readonly posters: readonly string[]
  readonly metaImage: string
  /** Keywords of what it sells, in order. */
  readonly sells: readonly string[]
  /** Days from the start of the demo; null: no such bound. */
  readonly beginDays: number | null
  readonly endDays: number | null
  readonly blocks: readonly Written<Block>[]
}

/** The demo's sales pages: /s/chiri is open, one is over, one is being written. */
export const salesPages: readonly DemoSalesPage[] = [
  {
    title: '秋窯小鋪：把這一窯帶回家',
    lead: '霧白、青瓷、鐵釉，阿月四十天手捏六十件，一窯只燒一次。',
    customUrl: 'chiri',
    colorToneId: '#9c4a24',
    posters: ['poster.webp', 'poster-table.webp'],
    metaTitle: '秋窯小鋪｜器日 ChiRi',
    metaDescription: '霧白飯碗、青瓷馬克杯、鐵釉提梁壺，一窯只燒一次，賣完要等明年。',
    metaImage: 'meta.jpg',
    published: true,
    beginDays: null,
    endDays: 12,
    sells: ['A01', 'A02', 'A03', 'A06', 'A05', 'A04', 'A08', 'A07'],
    blocks: [
      {
        kind: 'text',
        heading: '每天都用得到，才叫器日',
        text: '<p>阿月說，好的器皿不是擺著看的，是早上盛粥、晚上裝湯，洗了又用、用了又洗，<strong>十年後還捨不得換</strong>。</p><img src="seed/live.webp" alt="阿月在工作室裡，架上是剛出窯的器皿"><h3>這一窯都是這樣做的</h3><ul><li>鶯歌在地陶土，手捏成形，每一只都有一點點不一樣</li><li>1,240 度還原燒，不吃色、不吸味</li><li>微波爐、洗碗機都可以</li></ul>',
      },
      {
        kind: 'product',
        keyword: 'A01',
        note: '第一次買器日，就從這一只飯碗開始。\n一碗飯剛剛好，霧面白釉摸起來像蛋殼。',
      },
      { kind: 'countdown', heading: '這一窯賣到', untilDays: 12, after: '' },
      { kind: 'video', heading: '看阿月怎麼開窯' },
      {
        kind: 'product',
        keyword: 'A03',
        note: '',
      },
      { kind: 'picture', file: 'live-info.webp', caption: '開窯那天，六十件一件一件拿出來看' },
      {
        kind: 'questions',
        heading: '買之前想問的',
        items: [
          { question: '多久會收到？', answer: '付款後 3 個工作天內出貨，超商取貨約 2–3 天，宅配隔天就到。' },
          {
            question: '寄來破掉怎麼辦？',
            answer: '開箱請先拍照，傳給小編就直接補寄一件，不用寄回。',
          },
          { question: '可以退貨嗎？', answer: '收到後七天內都可以退，退貨運費我們付。' },
          { question: '可以包裝成禮物嗎？', answer: '可以，附棉布袋和手寫小卡，下單時在備註寫上想說的話。' },
        ],
      },
      {
        kind: 'contact',
        heading: '還在猶豫？',
        text: '尺寸、顏色、能不能配成一套，都可以直接問小編。',
        label: 'LINE 問小編',
        link: '',
      },
    ],
  },
  {
    title: '中秋茶席：赤陶對杯預購',
    lead: '一只赤陶、一只青瓷，附棉布袋，送禮不用再包。',
    customUrl: 'moon-cups',
    colorToneId: '#12805c',
    posters: ['product-cups.webp'],
    metaTitle: '',
    metaDescription: '',
    metaImage: '',
    published: true,
    beginDays: -70,
    endDays: -52,
    sells: ['A06'],
    blocks: [{ kind: 'product', keyword: 'A06', note: '兩個人喝，或是自己一只、客人一只。' }],
  },
  {
    title: '聖誕交換禮物：千元以內選這幾樣',
    lead: '',
    customUrl: 'christmas-gifts',
    colorToneId: '#1667c7',
    posters: ['poster-table.webp'],
    metaTitle: '',
    metaDescription: '',
    metaImage: '',
    published: false,
    beginDays: null,
    endDays: null,
    sells: ['A06', 'A05', 'A08'],
    blocks: [{ kind: 'text', heading: '千元以內，送得出手', text: '寫到這裡，等攝影師的照片。' }],
  },
]
