import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useFirm, useLoggedIn } from '../../lib/session/use-session.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import css from './brand-setting.module.css'
import { firmSetting } from './firm.api.ts'
import { sections } from './sections.ts'

/** On phones the tabs run out of the screen: the current one stands in its middle. */
const bringIn = (tab: HTMLAnchorElement | null): void => {
  tab?.parentElement?.scrollTo({ left: tab.offsetLeft - (tab.parentElement.clientWidth - tab.offsetWidth) / 2 })
}

/** Everything a firm sets of itself: sections at the left (tabs on phones), one shown at a time, each saved by itself. */
export const BrandSettingPage = () => {
  const t = useText('firm')
  const { firmId } = useFirm()
  const [params] = useSearchParams()
  const query = useQuery(firmSetting(firmId))
  const wanted = params.get('section')
  const { role } = useLoggedIn().userInfo
  const shown = sections.filter((each) => !('only' in each) || each.only.some((name) => name === role))
  const section = shown.find(({ id }) => id === wanted) ?? sections[0]
  const { View, id } = section
  return (
    <>
      <PageHeader title={t('title')} lead={t('lead.page')} />
      <div className={css.page}>
        <nav className={css.nav} aria-label={t('sections')}>
          {shown.map(({ id: each, icon: Icon }) => (
            <Link
              key={each}
              to={`?section=${each}`}
              ref={each === id ? bringIn : undefined}
              aria-current={each === id ? 'page' : undefined}
            >
              <Icon {...icon16} />
              {t(`section.${each}`)}
            </Link>
          ))}
        </nav>
        <div className={css.section} data-section={id}>
          <div className={css.head}>
            <h2>{t(`section.${id}`)}</h2>
            <p>{t(`lead.${id}`)}</p>
          </div>
          {query.data ? (
            <Suspense fallback={<SkeletonForm fields={5} />}>
              <View key={id} setting={query.data} />
            </Suspense>
          ) : query.isError ? (
            <ErrorState title={query.error.message} onRetry={() => void query.refetch()} />
          ) : (
            <SkeletonForm fields={5} />
          )}
        </div>
      </div>
    </>
  )
}
