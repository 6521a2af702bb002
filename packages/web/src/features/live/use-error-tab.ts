import { useEffect, useRef } from 'react'
import { focusFirstError } from '../../lib/form/first-error.ts'
import { type TabId, tabIds, tabOf } from './live-tabs.ts'

interface ErrorTabOptions {
  readonly errors: Readonly<Record<string, string>>
  readonly tab: TabId
  readonly onTab: (tab: TabId) => void
}

/** After a save that failed: opens the first tab with an error and shows it. The answer announces a save. */
export const useErrorTab = ({ errors, tab, onTab }: ErrorTabOptions): (() => void) => {
  const saving = useRef(false)
  const seeking = useRef(false)
  const latest = useRef({ tab, onTab })
  useEffect(() => {
    latest.current = { tab, onTab }
  })
  useEffect(() => {
    const tabs = Object.keys(errors).map(tabOf)
    const first = tabIds.find((each) => tabs.includes(each))
    if (!saving.current || first === undefined) return
    saving.current = false
    // The form itself brings the error of an open tab into view.
    if (tabs.includes(latest.current.tab)) return
    seeking.current = true
    latest.current.onTab(first)
  }, [errors])
  useEffect(() => {
    if (!seeking.current) return
    seeking.current = false
    focusFirstError(Object.keys(errors))
    // Only the change of the tab counts here.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [tab])
  return () => {
    saving.current = true
  }
}
