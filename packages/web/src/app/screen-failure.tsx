import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { useText } from '../lib/i18n/use-text.tsx'
import { ErrorState } from '../ui/error-state.tsx'

/** A screen that could not be shown: a bug, or a part of the program that did not load. */
export const ScreenFailure = () => {
  const t = useText('app')
  const error = useRouteError()
  useEffect(() => {
    console.error(error)
  }, [error])
  return <ErrorState title={t('failure.title')} text={t('failure.text')} onRetry={() => location.reload()} />
}
