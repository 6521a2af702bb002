import { useQuery } from '@tanstack/react-query'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { hoursPreview } from './live.api.ts'

/** As many viewers as an example has. */
const exampleViewers = 100

/** What the live will cost in viewing time, before it is scheduled. */
export const HoursPreview = ({ lengthMs }: { readonly lengthMs: number }) => {
  const t = useText('live')
  const f = useFormat()
  const seconds = Math.round(lengthMs / 1000)
  const { data } = useQuery(hoursPreview(seconds))
  if (data === undefined) return null
  const { expected, lives } = data
  const left = Math.max(0, data.left)
  const isTooLittle = expected !== null && expected > left
  return (
    <p className={isTooLittle ? 'soft-yellow banner' : 'caption'} role="status">
      {expected === null
        ? t('time.hoursExample', { count: exampleViewers, hours: f.duration(seconds * exampleViewers) })
        : t('time.hoursExpected', { count: lives, hours: f.duration(expected) })}{' '}
      {t(isTooLittle ? 'time.hoursTooFew' : 'time.hoursLeft', { left: f.duration(left) })}
    </p>
  )
}
