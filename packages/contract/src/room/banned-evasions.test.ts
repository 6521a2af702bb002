import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evasions, innocent } from './banned-examples.ts'
import { normalizeText } from '../common/normalize-text.ts'
import { bannedWordFinder, bannedWordTest } from './banned-words.rules.ts'

const cases = Object.entries(evasions).flatMap(([word, texts]) => texts.map((text) => [word, text] as const))

/** A list as a shop would have it. */
const list =
  'line,加賴,加line,LINE群,假貨,假的,詐騙,詐騙集團,發財,幹,幹你娘,操你媽,靠北,fuck,shit,ass,spam,sex,sexy,bitch,penis,cum,私訊我,微信,wechat,whatsapp,' +
  'telegram,ig,fb,蝦皮,shopee,momo,免費送,賺錢,投資,博弈,貸款,高仿,山寨,棄單,面交,0912345678,$$$,http,bot,mail,sale,god,hell,lit,wet,ill,' +
  'well,cant,shell,were,tit,anal,rape,scam,sold,999,1020,888,aol,bob,hit me,buy now,退貨,黑店,爛貨,發票詐騙,乾爹,後宮,雲端博弈'

const banned = list.split(',')

describe('banned words, however they are written', () => {
  test('ROOM-6 Two hundred spellings that avoid a banned word are still found', () => {
    expect(cases.length).toBeGreaterThanOrEqual(200)
    expect(new Set(cases.map(([word, text]) => `${word} ${text}`)).size).toBe(cases.length)
  })

  test.each(cases)('ROOM-40 %s is found in %s', (word, text) => {
    expect(bannedWordTest([word])(text)).toBe(true)
  })

  test('ROOM-41 A hundred and fifty harmless messages pass a long list', () => {
    expect(new Set(innocent).size).toBeGreaterThanOrEqual(150)
    const find = bannedWordFinder(banned)
    const held = innocent.flatMap((text) => {
      const found = find(text)
      return found === undefined ? [] : [`${text} (${text.slice(found.start, found.end)})`]
    })
    expect(held).toEqual([])
  })

  test('ROOM-42 What is found is the piece of the text that was written, with nothing of its neighbours', () => {
    const cut = (words: readonly string[], text: string): string | undefined => {
      const found = bannedWordFinder(words)(text)
      return found && text.slice(found.start, found.end)
    }
    expect(cut(['line'], '快來 👉 Ｌ.i.n.e：abc')).toBe('Ｌ.i.n.e')
    expect(cut(['假貨'], '🔥這是假🔥貨啦')).toBe('假🔥貨')
    expect(cut(['加賴'], '要的+赖喔')).toBe('+赖')
    expect(cut(['spam'], 's\u0336p\u0336a\u0336m\u0336')).toBe('s\u0336p\u0336a\u0336m\u0336')
    expect(cut(['假', '假貨'], '真的假貨')).toBe('假貨')
    expect(cut(['line'], 'online')).toBe(undefined)
  })

  test('ROOM-43 Wherever a word was put, the piece holds it, and stands where it was put', () => {
    const words = ['line', '加賴', '假貨', '詐騙集團', 'whatsapp', '$$$']
    const disguises: readonly ((letters: string[]) => string)[] = [
      (letters) => letters.join(''),
      (letters) => letters.join(' '),
      (letters) => letters.join('\u200b'),
      (letters) => letters.join('').toUpperCase(),
      (letters) => letters.map((letter) => `${letter}\u0336`).join(''),
      (letters) => letters.join('').replace(/[a-z$]/g, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0)),
    ]
    const around = fc.string({ unit: fc.constantFrom('甲', '乙', ' ', '。', '🙂', '好', '\u200b'), maxLength: 12 })
    fc.assert(
      fc.property(
        fc.constantFrom(...words),
        fc.constantFrom(...disguises),
        around,
        around,
        (word, disguise, before, after) => {
          const written = disguise([...word])
          const text = `${before} ${written} ${after}`
          const found = bannedWordFinder([word])(text)
          expect(found).toBeDefined()
          const segment = text.slice(found?.start, found?.end)
          const squeezed = (each: string) => normalizeText(each).replaceAll(' ', '')
          expect(squeezed(segment)).toBe(squeezed(word))
          expect(bannedWordTest([word])(segment)).toBe(true)
          expect(bannedWordFinder([word])(segment)).toEqual({ start: 0, end: segment.length })
        },
      ),
    )
  })

  test('ROOM-44 Whatever is written, the piece lies within the text and holds a word by itself', () => {
    const unit = fc.constantFrom(...'加賴line LINE假貨🔥.,-|!1l\u200b\u0336@$*()+＋ⓛｉ０あ')
    const text = fc.string({
      unit: fc.oneof(unit, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 })),
      maxLength: 60,
    })
    const find = bannedWordFinder(['加賴', 'line', '假貨', 'ill'])
    expect(find('真(假)貨')).toEqual({ start: 1, end: 5 })
    expect(find('來加( 賴 )吧')).toEqual({ start: 1, end: 7 })
    fc.assert(
      fc.property(text, (said) => {
        const found = find(said)
        if (found === undefined) return
        expect(found.start).toBeGreaterThanOrEqual(0)
        expect(found.end).toBeGreaterThan(found.start)
        expect(found.end).toBeLessThanOrEqual(said.length)
        expect(find(said.slice(found.start, found.end))).toBeDefined()
      }),
      { numRuns: 2_000 },
    )
  })

  test('ROOM-45 A list of 500 words costs little, whatever is said', () => {
    const words = Array.from(
      { length: 500 },
      (_, at) => `${banned[at % banned.length] ?? ''}${at < banned.length ? '' : at}`,
    )
    const find = bannedWordTest(words)
    const said = innocent.filter((text) => !find(text))
    for (const text of said) find(text)
    const worst = ['l|'.repeat(150), '1'.repeat(300), '假*'.repeat(150), '加+'.repeat(150), 'a\u0336'.repeat(150)]
    // Of the processor, as other work shares the machine.
    const seconds = (work: () => void): number => {
      const before = process.cpuUsage()
      work()
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1e6
    }
    expect(seconds(() => worst.forEach((text) => find(text)))).toBeLessThan(0.5)
    const checks = 20_000
    const each = seconds(() => {
      for (let at = 0; at < checks; at += 1) find(said[at % said.length] ?? '')
    })
    expect(checks / each).toBeGreaterThan(30_000)
  })
})
