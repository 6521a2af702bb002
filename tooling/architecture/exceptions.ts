/**
 * What breaks a rule of the house still, each with what will end it. A line that nothing needs any more is an offence
 * itself, so that these lists only get shorter.
 */

/** Modules that read another's inside, or one that comes after them: `from → to`. */
export const directionExceptions: readonly string[] = []

/** Names of a folder that stands on fewer than three floors (contract, server, web), with the reason. */
export const slugExceptions: Readonly<Record<string, string>> = {}

/** Names that hold a word of words.ts still. */
export const wordExceptions: readonly string[] = []
