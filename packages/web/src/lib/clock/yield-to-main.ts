/**
 * Resolves in a turn of its own: what asks for much at once (scripts, parts of a page) does it piece by piece, and the
 * page draws and answers in between.
 */
export const yieldToMain = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0))
