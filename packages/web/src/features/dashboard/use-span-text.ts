import { useFormat, useText } from '../../lib/i18n/use-text.tsx'

/** What stood on the stage from a second on; null: until the end. */
export interface StageSpan {
  readonly fromSecond: number
  readonly untilSecond: number | null
}

/** When something stood on the stage, as it is read. */
export const useSpanText = () => {
  const t = useText('dashboard')
  const f = useFormat()
  return ({ fromSecond, untilSecond }: StageSpan): string =>
    untilSecond === null
      ? t('figures.showing.toEnd', { from: f.duration(fromSecond) })
      : `${f.duration(fromSecond)} – ${f.duration(untilSecond)}`
}
