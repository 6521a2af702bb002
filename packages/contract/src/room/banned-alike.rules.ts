import { hanForms } from './banned-han.rules.ts'

/** Letters of other alphabets that look like Latin ones: each row is a Latin letter and its doubles, in small form. */
const doubles = [
  'aаαɑᴀꮯꓮ𝼀ꭺ🅐🅰',
  'bвьβʙᏼꓐ🅑🅱',
  'cсϲᴄꮯꓚⅽ🅒🅲',
  'dԁđᴅꓓɗ🅓🅳',
  'eеєεᴇꓰəɘǝ🅔🅴',
  'fғꜰꓝƒϝ🅕🅵',
  'gɡԍɢꓖց🅖🅶',
  'hнһħʜꓧհ🅗🅷',
  'iіιɪıɩꓲ🅘🅸',
  'jјʝᴊꓙϳ🅙🅹',
  'kкκᴋꓗ🅚🅺',
  'lʟłꓡӏǀ🅛🅻',
  'mмᴍꓟ🅜🅼',
  'nпηɴꓠոռ🅝🅽',
  'oоοøσᴏꓳօ๐🅞🅾',
  'pрρᴘꓑ🅟🅿',
  'qԛզǫ🅠🆀',
  'rгʀꓣ🅡🆁',
  'sѕꜱꓢʂ🅢🆂',
  'tтτŧᴛꓔ🅣🆃',
  'uυцսᴜꓴʋ🅤🆄',
  'vνѵᴠꓦ🅥🆅',
  'wωѡшᴡꓪɯ🅦🆆',
  'xхχꓫ🅧🆇',
  'yуγʏꓬұ🅨🆈',
  'zᴢꓜʐ🅩🆉',
  '|丨｜¦│┃❘︱ǁ',
  '1❶➀➊',
  '2❷➁➋',
  '3❸➂➌',
  '4❹➃➍',
  '5❺➄➎',
  '6❻➅➏',
  '7❼➆➐',
  '8❽➇➑',
  '9❾➈➒',
  '0⓿🄌',
  '+➕✚',
  // In Chinese: letters and kana that look like them.
  '一ㄧ',
  '口ロ囗',
  '工エ',
  '力カ',
  '二ニ',
  '八ハ',
  '夕タ',
]

const doublesOf = (): ReadonlyMap<string, string> => {
  const letters = new Map<string, string>()
  for (const row of doubles) {
    const [letter = '', ...others] = row
    for (const other of others) if (!letters.has(other)) letters.set(other, letter)
  }
  return letters
}
const latin = /* @__PURE__ */ doublesOf()

const firstFlag = 0x1f1e6
const flags = 26

/** The letter that this one looks like; itself where there is none. */
export const latinOf = (char: string): string => {
  const point = char.codePointAt(0) ?? 0
  if (point >= firstFlag && point < firstFlag + flags) return String.fromCodePoint(0x61 + point - firstFlag)
  return latin.get(char) ?? char
}

/** Digits and signs (those of currencies, too) that stand for a letter, and letters for a digit. */
const standIns: Readonly<Record<string, string>> = {
  a: '4@₳',
  b: '8฿₿',
  c: '¢₵₡©',
  d: '₫',
  e: '3€℮',
  f: '₣',
  g: '9₲',
  i: '1!|¡',
  k: '₭',
  l: '1|!£₤₺',
  m: '₥',
  n: '₦₪',
  o: '0¤',
  p: '₱₽',
  r: '₹®',
  s: '5$₴',
  t: '7+₮₸',
  w: '₩',
  x: '×',
  y: '¥',
  z: '2',
  '0': 'o',
  '1': 'li|',
  '5': 's',
  '8': 'b',
}

/**
 * How sure it is that a letter is meant: `same`; `unsure`: in a word of two letters or more; `digit`: one for a letter or
 * a letter for one; `sign`: one for a letter.
 */
export type Likeness = 'same' | 'unsure' | 'digit' | 'sign'

/** Every letter of a text that may be meant as this letter of a word, with how sure that is. */
export const acceptedFor = (char: string): ReadonlyMap<string, Likeness> => {
  const accepted = new Map<string, Likeness>()
  for (const standIn of standIns[char] ?? '') accepted.set(standIn, /^[\p{L}\p{N}]$/u.test(standIn) ? 'digit' : 'sign')
  for (const { letter, sure } of hanForms(char))
    if (accepted.get(letter) !== 'same') accepted.set(letter, sure ? 'same' : 'unsure')
  if (char === '加') accepted.set('+', 'sign')
  accepted.set(char, 'same')
  return accepted
}
