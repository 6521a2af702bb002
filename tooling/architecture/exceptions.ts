/**
 * Modules that read one that comes after them still: `from → to`. A pair that nothing needs any more is an offence
 * itself, so that this list only gets shorter.
 */
export const directionExceptions: readonly string[] = [
  'control-room → order',
  'firm → auth',
  'firm → live',
  'firm → order',
  'live → viewer',
  'order → signup',
  'payment → order',
  'room → order',
  'signup-user → letter',
  'video → live',
]
