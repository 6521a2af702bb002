import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { useFirm, useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { demoLogin, demoRoomPath } from '../auth/auth.api.ts'
import { commentModCount } from '../comment-mod/comment-mod.api.ts'
import { newestLives } from '../live/live.api.ts'
import { productsFound } from '../product/product.api.ts'
import { newestSignups } from '../signup/signup.api.ts'
import { videosFound } from '../video/video.api.ts'
import { agendaOf } from './agenda.ts'
import { newestOrders } from './dashboard.api.ts'
import { LatestOrders, NextLives } from './dashboard-lists.tsx'
import css from './dashboard.module.css'
import { firstSteps, nextStep } from '@kaimai/contract/dashboard/first-steps.rules.ts'
import { FiguresSection } from './figures-section.tsx'
import { FirstStepsCard } from './first-steps-card.tsx'
import { LiveCard } from './live-card.tsx'
import { useState } from 'react'
import { consoleKeyPrefix } from '../../lib/session/stored-auth.ts'

/** A yes that this browser remembers until one logs out. */
const useRememberedFlag = (name: string): readonly [boolean, () => void] => {
  const key = `${consoleKeyPrefix}${name}`
  const [flag, setFlag] = useState(() => localStorage.getItem(key) === 'yes')
  const remember = () => {
    setFlag(true)
    localStorage.setItem(key, 'yes')
  }
  return [flag, remember]
}

/** Lives come from the farthest ahead on: enough of them to hold the next ones. */
const livesAsked = 100
const shown = { running: 3, next: 5, orders: 5 } as const
/** Products that the form of a first live starts with. */
const productsSold = 3
/** Between two looks at what runs, in ms. */
const everyMs = 15_000

export const DashboardPage = () => {
  const t = useText('dashboard')
  const firm = useFirm()
  const mayLives = useMay('stream')
  const mayForms = useMay('form')
  const mayMake = useMay('stream', true)
  const lives = useQuery({ ...newestLives(livesAsked), enabled: mayLives, refetchInterval: everyMs })
  // The session says nothing of orders: in the roles' policy they go with the forms.
  const orders = useQuery({ ...newestOrders(shown.orders), enabled: mayForms, refetchInterval: everyMs })
  const signups = useQuery({ ...newestSignups(1), enabled: mayForms })

  const [tried, rememberTried] = useRememberedFlag(`first-steps.tried.${firm.firmId}`)
  const [dismissed, dismiss] = useRememberedFlag(`first-steps.dismissed.${firm.firmId}`)
  // Only a shop that is still being set up is asked for more, once the page stands.
  const settled = (!mayLives || lives.isSuccess) && (!mayForms || !(orders.isPending || signups.isPending))
  const known = {
    firmName: firm.name,
    lives: lives.data?.total,
    orders: orders.data?.total,
    signups: signups.data?.total,
    testMode: firm.testMode,
    tried,
  }
  const unasked = { videos: undefined, products: undefined, groups: undefined }
  const isOpen = nextStep(firstSteps({ ...known, ...unasked })) !== undefined
  const asks = settled && mayMake && mayForms && !dismissed && isOpen
  const firstVideos = useQuery({ ...videosFound('', 1), enabled: asks && known.lives === 0 }).data
  const firstProducts = useQuery({ ...productsFound('', productsSold), enabled: asks && known.orders === 0 }).data
  const videos = firstVideos?.total
  const products = firstProducts?.total
  const demo = useQuery({ ...demoLogin(), enabled: asks && known.lives === 0 }).data
  const sample = demo?.roomUrl === undefined ? undefined : demoRoomPath
  const groups = useQuery({ ...commentModCount(), enabled: asks }).data
  const steps = firstSteps({ ...known, videos, products, groups })
  const isAsked = (known.lives !== 0 || videos !== undefined) && (known.orders !== 0 || products !== undefined)
  const guides = asks && isAsked && nextStep(steps) !== undefined

  const { running, next } = agendaOf(lives.data?.items ?? [])
  const first = running[0] ?? next[0]
  const heads = running.length > 0 ? running.slice(0, shown.running) : next.slice(0, 1)
  const toCreate = paths.liveStreamNew({ pageType: 'create', platformType: 'video' })
  const add = mayMake && (
    <Button kind={heads.length > 0 ? 'secondary' : 'primary'} icon={<IconPlus {...icon16} />} to={toCreate}>
      {t('create')}
    </Button>
  )
  const isQuiet = heads.length === 0 && settled && !guides

  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={isQuiet || guides ? undefined : add} />
      <div className="stack">
        {mayLives && lives.isPending && <SkeletonList rows={2} />}
        {lives.isError && (
          <ErrorState
            title={t('failed')}
            text={lives.error.message}
            onRetry={() => {
              void lives.refetch()
              void orders.refetch()
            }}
          />
        )}
        {heads.map((live, index) => (
          <LiveCard key={live.id} live={live} main={index === 0 && !guides} onEnter={rememberTried} />
        ))}
        {guides && (
          <FirstStepsCard
            steps={steps}
            streamId={first?.streamId}
            liveId={next[0]?.id}
            videoId={firstVideos?.items[0]?.id}
            productIds={firstProducts?.items.map(({ id }) => id) ?? []}
            sampleUrl={sample}
            onTried={rememberTried}
            onDismiss={dismiss}
          />
        )}
        {isQuiet && !lives.isError && (
          <EmptyState art="video" title={t('quiet.title')} text={t('quiet.text')} action={add} />
        )}
        {settled && <FiguresSection lives={lives.data?.items ?? []} />}
        <div className={css.lists}>
          {lives.data && <NextLives lives={next.slice(running.length > 0 ? 0 : 1, shown.next + 1)} />}
          {orders.data && <LatestOrders orders={orders.data.items} />}
        </div>
      </div>
    </>
  )
}
