/** What a key means to a page and to a word that is being composed alike. */
const meanings = new Set([
  'Enter',
  'Escape',
  'Tab',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  // They choose among candidates and take letters of the word away: where the word was all there is, a list of tags
  // would lose its last one.
  'Backspace',
  'Delete',
  'Home',
  'End',
])

/** Safari ends the word first: its Enter comes as any other, but for the code of keys that an input method has taken. */
const takenByInputMethod = 229

/** That the key is the input method's: it is composing a word, or ends it by this key. */
export const isOfInputMethod = (event: KeyboardEvent): boolean =>
  event.isComposing || event.keyCode === takenByInputMethod

/**
 * A key that chooses or ends a word (Chinese, Japanese, Korean) is the input method's alone: nothing on the page sends,
 * saves, closes or jumps by it. Call it once, before all else that listens. Editors of rich text see it, for they keep
 * their own account of what is composed; only Escape they don't, which would close the drawer around them.
 */
export const leaveComposingKeys = (): void => {
  addEventListener(
    'keydown',
    (event) => {
      if (!isOfInputMethod(event)) return
      if (!meanings.has(event.key)) return
      const isRichText = event.target instanceof HTMLElement && event.target.isContentEditable
      if (isRichText && event.key !== 'Escape') return
      event.stopImmediatePropagation()
      // By themselves browsers send the form of a field with Enter, and close a dialog with Escape.
      if (event.key === 'Enter' || event.key === 'Escape') event.preventDefault()
    },
    true,
  )
}
