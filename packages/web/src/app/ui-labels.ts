import { useMemo } from 'react'
import { useFormat, useLanguage, useText } from '../lib/i18n/use-text.tsx'
import { instantOf } from '../lib/i18n/wall-time.ts'
import type { UiLabels } from '../ui/labels.tsx'
import { readNumber } from './read-number.ts'
import { consoleTimeZone } from './time-zone.ts'

/** The words of ui/ in the user's language. */
export const useUiLabels = (): UiLabels => {
  const t = useText('app')
  const f = useFormat()
  const language = useLanguage()
  return useMemo(
    () => ({
      ok: t('ui.ok'),
      cancel: t('ui.cancel'),
      close: t('ui.close'),
      clear: t('ui.clear'),
      loading: t('ui.loading'),
      retry: t('ui.retry'),
      undo: t('ui.undo'),
      required: t('ui.required'),
      optional: t('ui.optional'),
      help: t('ui.help'),
      search: t('ui.search'),
      nothingFound: t('ui.nothingFound'),
      more: t('ui.more'),
      copy: t('ui.copy'),
      copied: t('ui.copied'),
      showPassword: t('ui.showPassword'),
      hidePassword: t('ui.hidePassword'),
      breadcrumbs: t('ui.breadcrumbs'),
      pages: t('ui.pages'),
      previousPage: t('ui.previousPage'),
      nextPage: t('ui.nextPage'),
      columns: t('ui.columns'),
      selectAll: t('ui.selectAll'),
      opensNewTab: t('nav.newTab'),
      increase: t('ui.increase'),
      decrease: t('ui.decrease'),
      sortedUp: t('ui.sortedUp'),
      sortedDown: t('ui.sortedDown'),
      done: t('ui.done'),
      current: t('ui.current'),
      previousMonth: t('ui.previousMonth'),
      nextMonth: t('ui.nextMonth'),
      time: t('ui.time'),
      calendarLocale: language === 'zh-TW' ? 'zh-tw' : 'en',
      pair: (name, value) => t('ui.pair', { name, value }),
      series: (things) => things.join(t('merge.comma')),
      page: (page) => t('ui.page', { page }),
      selectRow: (name) => t('ui.selectRow', { name }),
      selected: (count) => t('ui.selected', { count }),
      range: (from, to, total) => t('ui.range', { from, to, total: f.number(total) }),
      month: (day) => f.month(instantOf(`${day.slice(0, 10)} 12:00`, consoleTimeZone)),
      wallTime: (wall) => {
        const instant = instantOf(wall.length > 10 ? wall : `${wall} 12:00`, consoleTimeZone)
        return wall.length > 10 ? f.dateTime(instant) : f.date(instant)
      },
      readNumber: (typed, decimals) => readNumber(typed, decimals, language, (most) => t('ui.decimals', { most })),
    }),
    [t, f, language],
  )
}
