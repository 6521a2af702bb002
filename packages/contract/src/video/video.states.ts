/** uploading → processing → ready | failed; what has failed may be packaged again from what was uploaded. */
export const videoStates = ['uploading', 'processing', 'ready', 'failed'] as const
export type VideoState = (typeof videoStates)[number]
