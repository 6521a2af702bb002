// People have dots in their names (Ma.Theresa, A.B.Wang), and so have links. A form refuses what is a link for certain;
// of what may be either a letter leaves the name out (plain-name.ts).

/** Signs that are drawn as a dot on the line. */
export const dots = '.\u3002\u0660\u06d4\u06f0\u0701\u0702\ua4f8\u{1d16d}'
/** Dots at half height; people's names are joined by them. */
export const middleDots = '\u00b7\u0387\u05c1\u1390\u16eb\u2022\u2027\u2219\u22c5\u25cf\u25e6\u2981\u2e31\u30fb\ua78f'
/** Ends of addresses that are written with a space before them, or in words. */
export const endings =
  'com|net|org|info|biz|edu|gov|xyz|shop|store|top|club|vip|site|online|live|link|app|dev|page|io|cc|tw|cn|hk|jp|uk|tv'

/** Domains of countries, and the common ones of other kinds; those that nobody can buy stand for a link in a text all the same. */
const domains: ReadonlySet<string> = /* @__PURE__ */ new Set(
  (
    'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf ' +
    'cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg ' +
    'gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn ' +
    'kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na ' +
    'nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh ' +
    'si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve ' +
    'vg vi vn vu wf ws ye yt za zm zw com net org info biz edu gov mil int name pro mobi asia jobs tel travel xxx arpa ' +
    'xyz shop store top club vip site online live link links app dev page blog cloud tech space website fun icu click work ' +
    'works world life today news email group team chat social media agency digital studio design art video tube game games ' +
    'bet casino poker money cash loan loans finance credit bank insurance market markets deals sale discount gift gifts ' +
    'promo win free best cool buzz monster sbs cfd bond quest cyou rest bar ink wiki wtf lol one ltd inc llc company ' +
    'center zone network systems solutions services support help care health fit beauty fashion style shopping boutique ' +
    'host hosting press party events tickets city taipei google line example test invalid localhost local onion'
  ).split(' '),
)
const hanDomains = [
  '台灣',
  '台湾',
  '臺灣',
  '中国',
  '中國',
  '香港',
  '公司',
  '网络',
  '網絡',
  '在线',
  '商城',
  '商店',
  '网址',
  '网站',
]

/** Before a dot these are how somebody is called, and no host. */
const titles: ReadonlySet<string> = /* @__PURE__ */ new Set(
  'dr mr mrs ms miss st ste sta sto sr jr ma prof fr rev mme mlle md mdm sir'.split(' '),
)

/** So common that two words with a capital around a dot are a link, and no name: Line.Me, but not Chen.Li. */
const commonOfTwo: ReadonlySet<string> = /* @__PURE__ */ new Set(
  'tw cn hk jp uk us io cc tv me ly co ai to sg gg'.split(' '),
)
/** These are no name, however they are written. */
const neverNames: ReadonlySet<string> = /* @__PURE__ */ new Set(['com', 'net', 'org'])

const label = '[\\p{L}\\p{N}-]'
const dotted = new RegExp(`(${label}+)[${dots}](?=(\\p{Script=Latin}+|\\p{Script=Han}+))`, 'gu')
const apart = new RegExp(`(${label}+)(\\s*[${dots}${middleDots}]\\s*)(${endings})(?!${label})`, 'giu')
/** A chain of single letters: A.B */
const initials = new RegExp(`(?:^|[^\\p{L}\\p{N}])\\p{L}[${dots}]\\p{L}$`, 'u')

const isCapitalized = (word: string): boolean => /^\p{Lu}\p{Ll}/u.test(word)

/** Whether a person may be called so: what stands around a dot, and all that stands before it. */
const isName = (before: string, after: string, start: string): boolean => {
  const domain = after.toLowerCase()
  if (!/^\p{Lu}/u.test(after) || neverNames.has(domain)) return false
  if (titles.has(before.toLowerCase()) || initials.test(start)) return true
  if (!isCapitalized(after)) return false
  return /^\p{Lu}$/u.test(before) || (isCapitalized(before) && domain.length === 2 && !commonOfTwo.has(domain))
}

const isDomain = (after: string): boolean =>
  domains.has(after.toLowerCase()) || hanDomains.some((domain) => after.startsWith(domain))

/** Whether dots make a link somewhere in a text as it is seen: a link for certain, and no name with dots. */
export const holdsHost = (seen: string): boolean => {
  for (const { index, 1: before = '', 2: after = '' } of seen.matchAll(dotted))
    if (isDomain(after) && !isName(before, after, seen.slice(0, index + before.length))) return true
  for (const { index, 1: before = '', 2: between = '', 3: after = '' } of seen.matchAll(apart)) {
    const isTogether = between.length === 1 && dots.includes(between)
    if (!isTogether && !isName(before, after, seen.slice(0, index + before.length))) return true
  }
  return false
}
