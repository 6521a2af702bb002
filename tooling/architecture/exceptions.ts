/**
 * Modules that read one that comes after them still: `from → to`. A pair that nothing needs any more is an offence
 * itself, so that this list only gets shorter.
 */
export const directionExceptions: readonly string[] = []
