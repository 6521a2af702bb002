import { acceptedFor, type Likeness } from './banned-alike.rules.ts'
import { isWritten, type Letter, type LetterKind, lettersOf } from './banned-letters.rules.ts'

/** A banned word, ready to be looked for. */
export interface SoughtWord {
  readonly letters: readonly SoughtLetter[]
  readonly latinCount: number
  readonly digitCount: number
}

interface SoughtLetter {
  readonly char: string
  readonly kind: LetterKind
  readonly accepted: ReadonlyMap<string, Likeness>
  /** The word itself has a space before it. */
  readonly spaced: boolean
}

/** Undefined for a word without a visible letter. */
export const soughtWord = (word: string): SoughtWord | undefined => {
  const letters: SoughtLetter[] = []
  let spaced = false
  for (const { char, kind } of lettersOf(word)) {
    if (kind === 'space') spaced = letters.length > 0
    else {
      letters.push({ char, kind, accepted: acceptedFor(char), spaced })
      spaced = false
    }
  }
  if (letters.length === 0) return undefined
  const count = (wanted: LetterKind) => letters.filter(({ kind }) => kind === wanted).length
  return { letters, latinCount: count('latin'), digitCount: count('digit') }
}

/** Signs between two letters, at most so many, are a disguise; more are a border. */
const maxBetween = 8
/** A match that takes more steps is none: nobody reads it either. */
const maxSteps = 400
/** Three in a row are no spelling of a language that is written with Latin letters. */
const stretched = 3

/** Short words of English: two of them side by side are what they are, and no torn word. */
const shortLabelOf = (): ReadonlySet<string> =>
  new Set(
    (
      'a i s t d m ll re ve o am an as at be by do go he hi if in is it me my no of oh ok on or pm so to up us we ' +
      'all and any are ass but can cum day did end for fun get got had has her him his hit how its job let man men new not ' +
      'now off old one our out own pen put say see set she sit ten the tit too try two use was way who why win yes yet you ' +
      'back come each even from good have here home just kind like line live look made make more much only over part ' +
      'pass sale shop some sure take than that them then they this time very want well were what when will with word work your'
    ).split(' '),
  )
const shortLabel = /* @__PURE__ */ shortLabelOf()

/** What stands between two letters: nothing, a disguise, or a border that only a word in single letters crosses. */
type Between = 'nothing' | 'disguise' | 'border'

const isRun = (letters: readonly Letter[], kind: LetterKind): boolean => {
  let inRow = 0
  for (const each of letters) {
    inRow = each.kind === kind ? inRow + 1 : 0
    if (inRow >= 2) return true
  }
  return false
}

const betweenOf = (all: readonly Letter[], from: number, to: number): Between => {
  if (to === from + 1) return 'nothing'
  const between = all.slice(from + 1, to)
  if (between.length > maxBetween || isRun(between, 'dot') || isRun(between, 'dash')) return 'border'
  const [before, after] = [all[from]?.kind, all[to]?.kind]
  const has = (kind: LetterKind) => between.some((each) => each.kind === kind)
  if (has('clause')) return 'border'
  // Between words of an alphabet a wave ends one; in Chinese it is drawn into the middle of one.
  if (has('wave') && before !== 'other' && after !== 'other') return 'border'
  if (has('apostrophe') && before === 'latin' && after === 'latin') return 'border'
  if (has('sum') && (before !== 'other' || after !== 'other')) return 'border'
  if (has('dot') && ((before === 'digit' && after === 'digit') || has('space'))) return 'border'
  // A bracket is a disguise where it holds one letter alone.
  if (has('open') && !hasBefore(all, to, 1, 'close')) return 'border'
  if (has('close') && !has('open') && !hasBefore(all, from, -1, 'open')) return 'border'
  return 'disguise'
}

/** Whether a sign of that kind stands next to a letter, with no other letter between. */
const hasBefore = (all: readonly Letter[], from: number, step: 1 | -1, kind: LetterKind): boolean => {
  for (let at = from + step; ; at += step) {
    const each = all[at]
    if (each === undefined || isWritten(each)) return false
    if (each.kind === kind) return true
  }
}

/** Places in the text of the letters that match, each with how it does. */
interface Way {
  readonly places: readonly number[]
  readonly likenesses: readonly Likeness[]
}

/** Whether the letters that stand for others are few enough to be read as the word. */
const isReadable = (word: SoughtWord, { likenesses }: Way): boolean => {
  let [digits, signs, unsure] = [0, 0, 0]
  for (const likeness of likenesses) {
    if (likeness === 'digit') digits += 1
    else if (likeness === 'sign') signs += 1
    else if (likeness === 'unsure') unsure += 1
  }
  if (unsure > 0 && likenesses.length < 2) return false
  if (digits + signs === 0) return true
  const { latinCount, digitCount, letters } = word
  if (latinCount === 0 && digitCount === 0) return signs < letters.length && digits === 0
  if (latinCount + digitCount < 3 || (latinCount === 0 && digitCount < 4)) return latinCount === 0 && digitCount === 0
  // A01 and BO7 are codes.
  if (latinCount > 0 && latinCount <= 3 && (likenesses[0] === 'digit' || likenesses.at(-1) === 'digit')) return false
  const isFew = latinCount === 0 ? digits < digitCount : digits <= Math.floor(latinCount / 2)
  return isFew && digits + signs < latinCount + digitCount
}

const goesOn = (one: LetterKind | undefined, other: LetterKind | undefined): boolean =>
  (one === 'latin' || one === 'digit') && (other === 'latin' || other === 'digit')

/** So many Latin letters are a word of their own also beside a digit: line123. Fewer are a code: A01. */
const wordBesideDigit = 3

const endsOn = (word: SoughtWord, all: readonly Letter[], last: number, step: 1 | -1): boolean => {
  const own = step === 1 ? word.letters.at(-1) : word.letters[0]
  const beside = all[last + step]
  if (own === undefined || beside === undefined) return true
  const ownKind = own.kind === 'latin' || own.kind === 'digit' ? own.kind : undefined
  if (!goesOn(ownKind, beside.kind)) return true
  if (ownKind === 'latin' && beside.kind === 'digit') {
    const edge = step === 1 ? word.letters.slice(-wordBesideDigit) : word.letters.slice(0, wordBesideDigit)
    return edge.length === wordBesideDigit && edge.every(({ kind }) => kind === 'latin')
  }
  return false
}

/** How many of the same letter stand together here. */
const rowAt = (all: readonly Letter[], at: number): number => {
  const char = all[at]?.char
  let [from, to] = [at, at]
  while (all[from - 1]?.char === char) from -= 1
  while (all[to + 1]?.char === char) to += 1
  return to - from + 1
}

const mayStretch = (all: readonly Letter[], at: number): boolean => {
  const kind = all[at]?.kind
  if (kind === 'latin') return rowAt(all, at) >= stretched
  return kind === 'other' && rowAt(all, at) >= 2
}

/** Latin letters that are torn apart at some places only are words of their own, unless no such words are. */
const isTornWord = (word: SoughtWord, all: readonly Letter[], places: readonly number[], gaps: readonly Between[]) => {
  let [pairs, torn] = [0, 0]
  const segments: string[] = ['']
  for (const [at, place] of places.entries()) {
    const letter = word.letters[at]
    const isPair = letter?.kind === 'latin' && word.letters[at - 1]?.kind === 'latin'
    const isGap = gaps[at - 1] !== undefined && gaps[at - 1] !== 'nothing'
    if (isPair && letter.spaced !== true) {
      pairs += 1
      if (isGap) torn += 1
    }
    if (isGap) segments.push('')
    segments.push((segments.pop() ?? '') + (all[place]?.char ?? ''))
  }
  return torn > 0 && torn < pairs && segments.every((segment) => shortLabel.has(segment))
}

const isMeant = (word: SoughtWord, all: readonly Letter[], way: Way): boolean => {
  if (!isReadable(word, way)) return false
  const { places } = way
  const gaps: Between[] = []
  for (let at = 1; at < places.length; at += 1) gaps.push(betweenOf(all, places[at - 1] ?? 0, places[at] ?? 0))
  const isSpelled = places.length >= 3 && gaps.every((gap) => gap !== 'nothing')
  if (gaps.includes('border') && !isSpelled) return false
  return !isTornWord(word, all, places, gaps)
}

/** A letter of the text as the letter of a word; undefined: it can't be meant. */
const likenessOf = (letter: Letter | undefined, wanted: SoughtLetter, isEdge: boolean): Likeness | undefined => {
  if (letter === undefined) return undefined
  const likeness = wanted.accepted.get(letter.char)
  // What ends a sentence, or makes a sum, stands for a letter only inside a word.
  if (likeness === 'sign' && isEdge && wanted.kind === 'latin' && /[!+¡×]/.test(letter.char)) return undefined
  if (likeness !== undefined) return likeness
  return letter.orElse !== undefined && letter.orElse === wanted.char ? 'digit' : undefined
}

/** Where the word that begins with this letter of the text ends (its last letter's place); undefined: it is not there. */
export const endOfMatch = (word: SoughtWord, all: readonly Letter[], from: number): number | undefined => {
  const { letters } = word
  const places: number[] = []
  const likenesses: Likeness[] = []
  let steps = 0

  const finish = (): number | undefined => {
    let last = places.at(-1) ?? from
    const isLatin = all[last]?.kind === 'latin'
    if (isLatin && rowAt(all, last) >= stretched) while (all[last + 1]?.char === all[last]?.char) last += 1
    if (!endsOn(word, all, last, 1)) return undefined
    return isMeant(word, all, { places, likenesses }) ? last : undefined
  }

  /** Tries the letter at this place as the next of the word, and all that follow. */
  const take = (at: number): number | undefined => {
    const index = places.length
    const wanted = letters[index]
    if (wanted === undefined) return undefined
    const likeness = likenessOf(all[at], wanted, index === 0 || index === letters.length - 1)
    if (likeness === undefined) return undefined
    places.push(at)
    likenesses.push(likeness)
    const end = index === letters.length - 1 ? finish() : next(at)
    if (end === undefined) {
      places.pop()
      likenesses.pop()
    }
    return end
  }

  const next = (at: number): number | undefined => {
    steps += 1
    const wanted = letters[places.length]
    if (wanted === undefined || steps > maxSteps) return undefined
    const isSign = !(wanted.kind === 'latin' || wanted.kind === 'digit' || wanted.kind === 'other')
    let to = at + 1
    const isPassed = (letter: Letter | undefined) =>
      letter !== undefined && (isSign ? letter.kind === 'space' : !isWritten(letter))
    while (isPassed(all[to])) to += 1
    const far = take(to)
    if (far !== undefined) return far
    if (to !== at + 1) {
      // A sign that is no sign but a letter: $ for s.
      for (let near = at + 1; near < to; near += 1) {
        const end = take(near)
        if (end !== undefined) return end
      }
      const starred = stars(at, to)
      if (starred !== undefined) return starred
    }
    // The letter before, drawn out: liiiine.
    if (to === at + 1 && all[to]?.char === all[at]?.char && mayStretch(all, at)) return next(to)
    return undefined
  }

  /** Each star hides a letter: f**k. */
  const stars = (at: number, to: number): number | undefined => {
    const count = to - at - 1
    const hidden = letters.slice(places.length, places.length + count)
    const isHidden = all.slice(at + 1, to).every(({ char }) => char === '*')
    if (!isHidden || word.latinCount < 3 || !hidden.every(({ kind }) => kind === 'latin')) return undefined
    if (places.length + count >= letters.length) return undefined
    for (let star = at + 1; star < to; star += 1) {
      places.push(star)
      likenesses.push('digit')
    }
    const end = take(to)
    if (end === undefined) {
      places.length -= count
      likenesses.length -= count
    }
    return end
  }

  return endsOn(word, all, from, -1) ? take(from) : undefined
}
