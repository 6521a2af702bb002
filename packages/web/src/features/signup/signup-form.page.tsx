import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate, useParams, useSearchParams } from 'react-router'
import { useText } from '../../lib/i18n/use-text.tsx'
import { wallTimeOf } from '../../lib/i18n/wall-time.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useFirm } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormWithPreview } from '../../ui/form-section.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { liveById } from '../live/live.api.ts'
import { fieldsOf, newForm, type SignupFields } from './form-values.ts'
import { suggestedUrl } from './session-list.ts'
import { type LiveToOffer, livesToOffer, signupById } from './signup.api.ts'
import { SignupForm } from './signup-form.tsx'
import { publishedState } from './use-signup-save.ts'

/** Of a form's name and title, as the contract says. */
const most = { name: 80, title: 40 } as const

export const SignupFormPage = () => {
  const { pageStatus = '', pageType = '', pageId } = useParams()
  const [search] = useSearchParams()
  const status = pageStatus.toLowerCase()
  if (pageType.toLowerCase() === 'order') return <PaidLater />
  if (pageType.toLowerCase() !== 'free') return <Navigate to={paths.clientNotFound()} replace />
  if (status === 'create') return <NewForm liveId={search.get('liveId') ?? undefined} />
  if (pageId !== undefined && (status === 'edit' || status === 'copy')) return <KnownForm id={pageId} status={status} />
  return <Navigate to={paths.clientNotFound()} replace />
}

const PaidLater = () => {
  const t = useText('signup')
  return (
    <FormWithPreview>
      <PageHeader title={t('paid.title')} crumbs={[{ label: t('title'), to: paths.manageForm() }]} />
      <EmptyState
        art="soon"
        title={t('paid.soon')}
        text={t('paid.text')}
        action={
          <Button kind="primary" to={paths.manageFormNew({ pageStatus: 'create', pageType: 'free' })}>
            {t('paid.free')}
          </Button>
        }
      />
    </FormWithPreview>
  )
}

const Waiting = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) => (
  <FormWithPreview>
    {error ? <ErrorState title={error.message} onRetry={onRetry} /> : <SkeletonForm fields={6} />}
  </FormWithPreview>
)

/** A new form is filled in as far as can be told: for the live one came from, or the only one there is. */
const NewForm = ({ liveId }: { liveId: string | undefined }) => {
  const lives = useQuery(livesToOffer())
  if (!lives.data) return <Waiting error={lives.error} onRetry={() => void lives.refetch()} />
  const only = lives.data.length === 1 ? lives.data[0] : undefined
  const live = lives.data.find((each) => each.liveId === liveId) ?? only
  return live ? (
    <FormOfLive live={live} lives={lives.data} />
  ) : (
    <FilledForm live={undefined} poster="" lives={lives.data} />
  )
}

/** Its picture, or its video's, is a poster to begin with. */
const FormOfLive = ({ live, lives }: { live: LiveToOffer; lives: readonly LiveToOffer[] }) => {
  const shown = useQuery({ ...liveById(live.liveId), enabled: live.imageUrl === '' })
  if (live.imageUrl === '' && shown.isPending) return <Waiting error={null} onRetry={() => void shown.refetch()} />
  return <FilledForm live={live} poster={live.imageUrl || (shown.data?.imageUrl ?? '')} lives={lives} />
}

interface FilledFormProps {
  readonly live: LiveToOffer | undefined
  readonly poster: string
  readonly lives: readonly LiveToOffer[]
}

const FilledForm = ({ live, poster, lives }: FilledFormProps) => {
  const t = useText('signup')
  const firm = useFirm()
  const [start] = useState((): SignupFields => {
    const day = live && wallTimeOf(live.beginAt, 'Asia/Taipei').slice(5, 10).replace('-', '')
    const words = {
      signupCountdownTitle: t('first.countdown'),
      signupSuccessInfo: t('first.success'),
      signupNotice: t('first.notice', { firm: firm.name }),
    }
    const form = newForm(words, suggestedUrl(day, Math.random))
    if (!live) return form
    return {
      ...form,
      signupName: live.liveName.slice(0, most.name),
      signupTitle: live.liveName.slice(0, most.title),
      sessionInfoList: [{ liveId: live.liveId, title: '', capacity: null }],
      posterInfoList: poster === '' ? [] : [poster],
    }
  })
  return <SignupForm id={undefined} start={start} lives={lives} draft="signup.new" />
}

const KnownForm = ({ id, status }: { id: string; status: 'edit' | 'copy' }) => {
  const t = useText('signup')
  const { state, pathname } = useLocation()
  const navigate = useNavigate()
  // Said once: a reload of the page shows no link any more.
  useEffect(() => {
    if (state === publishedState) void navigate(pathname, { replace: true })
  }, [state, pathname, navigate])
  const [isShared] = useState(state === publishedState)
  const form = useQuery(signupById(id))
  const lives = useQuery(livesToOffer())
  const [url] = useState(() => suggestedUrl(undefined, Math.random))
  if (!form.data || !lives.data) {
    const retry = () => {
      void form.refetch()
      void lives.refetch()
    }
    return <Waiting error={form.error ?? lives.error} onRetry={retry} />
  }
  const start = fieldsOf(form.data)
  if (status === 'edit') {
    return <SignupForm id={id} start={start} lives={lives.data} draft={`signup.${id}`} isShared={isShared} />
  }
  const signupName = t('form.copyOf', { name: start.signupName }).slice(0, most.name)
  const copied = { ...start, signupName, customUrl: url, published: false }
  return <SignupForm id={undefined} start={copied} lives={lives.data} draft={`signup.copy.${id}`} />
}
