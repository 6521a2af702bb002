/** What a key means to a page and to a word that is being composed alike. */
const meanings = new Set(['Enter', 'Escape', 'Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])

/** Safari ends the word first: its Enter comes as any other, but for the code of keys that an input method has taken. */
const takenByInputMethod = 229

/**
 * A key that chooses or ends a word (Chinese, Japanese, Korean) is the input method's alone: nothing on the page sends,
 * saves, closes or jumps by it. Call it once, before all else that listens. Editors of rich text see it: they keep their
 * own account of what is composed.
 */
export const leaveComposingKeys = (): void => {
  addEventListener(
    'keydown',
    (event) => {
      if (!event.isComposing && event.keyCode !== takenByInputMethod) return
      if (!meanings.has(event.key)) return
      if (event.target instanceof HTMLElement && event.target.isContentEditable) return
      event.stopImmediatePropagation()
      // A form that is sent by Enter.
      if (event.key === 'Enter') event.preventDefault()
    },
    true,
  )
}
