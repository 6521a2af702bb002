/**
 * A set of whole numbers, a bit each: of a firm with ten million facts the persons take a quarter of a megabyte, which a core
 * keeps near itself while it goes through millions of them. The loops call nothing for each number, and decide nothing by it:
 * whether a number is there already can't be foreseen, and a wrong guess costs the core more than all else (decision 088).
 */
export type Marks = Int32Array
type Lists = readonly Int32Array[]

export const marksBelow = (size: number): Marks => new Int32Array((size + 31) >>> 5)

export const isMarked = (marks: Marks, number: number): boolean =>
  ((marks[number >>> 5] ?? 0) & (1 << (number & 31))) !== 0

const lengthOf = (lists: Lists): number => lists.reduce((sum, { length }) => sum + length, 0)

/** How many numbers are marked. */
export const countMarked = (marks: Marks): number => {
  let count = 0
  for (let at = 0; at < marks.length; at += 1) {
    // The bits of a word, added up side by side: in twos, in fours, in eights, and all of them.
    const word = marks[at] ?? 0
    const twos = word - ((word >>> 1) & 0x55555555)
    const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333)
    count += Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
  }
  return count
}

/** Marks each number of the lists. */
export const mark = (lists: Lists, marks: Marks): void => {
  for (const list of lists)
    for (let at = 0; at < list.length; at += 1) {
      const number = list[at] ?? 0
      marks[number >>> 5] = (marks[number >>> 5] ?? 0) | (1 << (number & 31))
    }
}

/** Marks each number of the lists; answers how many were not marked before. */
export const markAll = (lists: Lists, marks: Marks): number => {
  // To count each number on the way takes about as long as marking it; of many, all words are gone through instead.
  if (lengthOf(lists) >= marks.length * 4) {
    const before = countMarked(marks)
    mark(lists, marks)
    return countMarked(marks) - before
  }
  let count = 0
  for (const list of lists)
    for (let at = 0; at < list.length; at += 1) {
      const number = list[at] ?? 0
      const word = marks[number >>> 5] ?? 0
      const marked = word | (1 << (number & 31))
      marks[number >>> 5] = marked
      count += (marked ^ word) >>> (number & 31)
    }
  return count
}

/** Marks what others mark; answers how many were not marked before. */
export const markLike = (others: Marks, marks: Marks): number => {
  const before = countMarked(marks)
  for (let at = 0; at < others.length; at += 1) marks[at] = (marks[at] ?? 0) | (others[at] ?? 0)
  return countMarked(marks) - before
}

/** Takes the marks of the lists away again; there are no others. */
export const unmarkAll = (lists: Lists, marks: Marks): void => {
  // Each takes about as long as eight words of which none is looked for.
  if (lengthOf(lists) * 8 >= marks.length) {
    marks.fill(0)
    return
  }
  for (const list of lists) for (let at = 0; at < list.length; at += 1) marks[(list[at] ?? 0) >>> 5] = 0
}

/** The marked ones among the numbers of a list. */
export const markedOf = (list: Int32Array, marks: Marks): Int32Array => {
  const found = new Int32Array(list.length)
  let count = 0
  for (let at = 0; at < list.length; at += 1) {
    const number = list[at] ?? 0
    found[count] = number
    count += ((marks[number >>> 5] ?? 0) >>> (number & 31)) & 1
  }
  return found.subarray(0, count)
}

/** The marked numbers, lowest first. */
export const numbersOf = (marks: Marks): Int32Array => {
  const found = new Int32Array(countMarked(marks))
  let count = 0
  for (let at = 0; at < marks.length; at += 1)
    for (let word = marks[at] ?? 0; word !== 0; word &= word - 1) {
      found[count] = at * 32 + 31 - Math.clz32(word & -word)
      count += 1
    }
  return found
}

/** Counts numbers below `size`, each once in each count: one set of marks does for all of them. */
export const createCounter = (size: number) => {
  const marks = marksBelow(size)
  return (lists: Lists): number => {
    const count = markAll(lists, marks)
    unmarkAll(lists, marks)
    return count
  }
}
