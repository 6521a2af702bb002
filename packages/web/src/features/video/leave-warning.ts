import type { Upload } from './upload-job.ts'

/** Whether leaving the page would stop an upload (spec section 4). */
export const isUnderWay = ({ phase, progress }: Pick<Upload, 'phase' | 'progress'>): boolean =>
  phase !== 'failed' && progress > 0 && progress < 100
