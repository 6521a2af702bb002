/** Tones to choose from; each is named by the text `tone.<id>`. */
export const tones = [
  { id: 'clay', tone: '#94500f' },
  { id: 'moss', tone: '#12805c' },
  { id: 'cobalt', tone: '#1667c7' },
  { id: 'iris', tone: '#5246e0' },
  { id: 'grape', tone: '#7a3fb8' },
  { id: 'ink', tone: '#16181d' },
] as const
export type ToneId = (typeof tones)[number]['id']

/** Of a new page. */
export const firstTone = tones[0].tone
