import { useQuery } from '@tanstack/react-query'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { commentModsOfVideo } from '../comment-mod/comment-mod.api.ts'
import type { PlainChange } from './live-changes.ts'

/** Minutes in the words of the form: 3 天, 30 分鐘; 0: the words for none. */
export const useMinuteLabels = () => {
  const t = useText('live')
  return (minutes: number, none: string): string => {
    if (minutes === 0) return none
    return minutes % 1440 === 0 ? t('time.days', { count: minutes / 1440 }) : t('time.minutes', { count: minutes })
  }
}

/** A field's value as the form says it. `videoNames` by id. */
export const useValueLabels = (videoNames: ReadonlyMap<string, string>, videoId = '') => {
  const t = useText('live')
  const f = useFormat()
  const minuteLabels = useMinuteLabels()
  const groups = useQuery(commentModsOfVideo(videoId)).data ?? []
  const none = '—'
  const text = (value: unknown) => (value === '' || value === null || value === undefined ? none : String(value))
  return (field: PlainChange['field'], value: PlainChange['before']): string => {
    switch (field) {
      case 'beginAt':
        return value === '' ? none : f.dayTime(String(value))
      case 'waitingMinutes':
      case 'plannedMinutes':
        return minuteLabels(Number(value), t('time.minutes', { count: 0 }))
      case 'replayMinutes':
        return minuteLabels(Number(value), t('time.noReplay'))
      case 'slowSeconds':
        return value === 0 ? t('settings.slowOff') : t('settings.slowEvery', { count: Number(value) })
      case 'anonymousAllowed':
      case 'heartsAllowed':
        return t(value === true ? 'changes.yes' : 'changes.no')
      case 'disclosure':
        return t(`settings.disclosure.${value === null ? 'firm' : value === true ? 'disclosed' : 'undisclosed'}`)
      case 'platformType':
        return t(`platform.${String(value)}`)
      case 'videoId':
        return value === null ? none : (videoNames.get(String(value)) ?? t('changes.otherVideo'))
      case 'commentModId':
        return value === null
          ? none
          : (groups.find(({ id }) => id === value)?.commentModName ?? t('changes.otherGroup'))
      default:
        return text(value)
    }
  }
}
