import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useParams, useSearchParams } from 'react-router'
import { useJustPublished } from '../../lib/form/use-save-and-publish.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { wallTimeOf } from '../../lib/i18n/wall-time.ts'
import { newId } from '../../lib/ids/new-id.ts'
import { paths } from '../../lib/paths/paths.ts'
import { useFirm } from '../../lib/session/use-session.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormWithPreview } from '../../ui/form-section.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { fieldsOf, newForm, type SignupFields } from './form-values.ts'
import { suggestedUrl } from './session-list.ts'
import { type LiveToOffer, type SessionOffer, sessionsToOffer, signupById } from './signup.api.ts'
import { SignupForm } from './signup-form.tsx'

/** Of a form's name and title, as the contract says. */
const max = { name: 80, title: 40 } as const

export const SignupFormPage = () => {
  const { pageStatus = '', pageType = '', pageId } = useParams()
  const [search] = useSearchParams()
  const status = pageStatus.toLowerCase()
  const type = (['free', 'order'] as const).find((each) => each === pageType.toLowerCase())
  if (type === undefined) return <Navigate to={paths.clientNotFound()} replace />
  if (status === 'create') {
    const liveId = search.get('liveId') ?? undefined
    return <NewForm key={`${type} ${liveId}`} pageType={type} liveId={liveId} />
  }
  if (pageId !== undefined && (status === 'edit' || status === 'copy')) return <KnownForm id={pageId} status={status} />
  return <Navigate to={paths.clientNotFound()} replace />
}

interface WaitingProps {
  readonly title: string
  readonly error: Error | null
  readonly onRetry: () => void
}

const Waiting = ({ title, error, onRetry }: WaitingProps) => {
  const t = useText('signup')
  return (
    <FormWithPreview>
      <PageHeader title={title} crumbs={[{ label: t('title'), to: paths.manageForm() }]} />
      {error ? <ErrorState title={error.message} onRetry={onRetry} /> : <SkeletonForm fields={6} />}
    </FormWithPreview>
  )
}

/** A new form is filled in as far as possible: for the live that the user came from, or the only one there is. */
const NewForm = ({ liveId, pageType }: { liveId: string | undefined; pageType: SignupFields['pageType'] }) => {
  const t = useText('signup')
  const offer = useQuery({ ...sessionsToOffer(), refetchOnMount: 'always' })
  const lives = offer.data?.lives ?? []
  const only = lives.length === 1 ? lives[0] : undefined
  const wanted = lives.find((each) => each.liveId === liveId)
  // What is kept from an earlier look may not hold the live yet. Once the form stands, a fresh look changes nothing.
  const [stands, setStands] = useState(false)
  const hasAll = offer.data !== undefined && (wanted !== undefined || !offer.isFetching)
  if (hasAll && !stands) setStands(true)
  if (!offer.data || !(stands || hasAll)) {
    const title = t(pageType === 'order' ? 'paid.create' : 'form.create')
    return <Waiting title={title} error={offer.error} onRetry={() => void offer.refetch()} />
  }
  return <FilledForm live={wanted ?? only} offer={offer.data} pageType={pageType} />
}

interface FilledFormProps {
  readonly live: LiveToOffer | undefined
  readonly offer: SessionOffer
  readonly pageType: SignupFields['pageType']
}

const FilledForm = ({ live, offer, pageType }: FilledFormProps) => {
  const t = useText('signup')
  const firm = useFirm()
  const [start] = useState((): SignupFields => {
    const day = live && wallTimeOf(live.beginAt, 'Asia/Taipei').slice(5, 10).replace('-', '')
    const words = {
      signupCountdownTitle: t('first.countdown'),
      signupSuccessInfo: t('first.success'),
      signupNotice: t('first.notice', { firm: firm.name }),
    }
    const form = { ...newForm(words, suggestedUrl(day, Math.random), pageType), colorToneId: firm.colorToneId }
    if (!live) return form
    return {
      ...form,
      signupName: live.liveName.slice(0, max.name),
      signupTitle: live.liveName.slice(0, max.title),
      sessionInfoList: [{ liveId: live.liveId, title: '', capacity: null }],
      // Its picture, or its video's, is a poster to begin with.
      posterInfoList: live.imageUrl === '' ? [] : [live.imageUrl],
    }
  })
  return <SignupForm id={undefined} start={start} offer={offer} draft={`signup.new.${pageType}`} />
}

const KnownForm = ({ id, status }: { id: string; status: 'edit' | 'copy' }) => {
  const t = useText('signup')
  const isShared = useJustPublished()
  const form = useQuery(signupById(id))
  const offer = useQuery(sessionsToOffer())
  if (!form.data || !offer.data) {
    const retry = () => {
      void form.refetch()
      void offer.refetch()
    }
    return (
      <Waiting
        title={t(status === 'edit' ? 'form.edit' : 'form.create')}
        error={form.error ?? offer.error}
        onRetry={retry}
      />
    )
  }
  const start = fieldsOf(form.data)
  if (status === 'edit') {
    const { version } = form.data
    return (
      <SignupForm
        id={id}
        version={version}
        start={start}
        offer={offer.data}
        draft={`signup.${id}`}
        isShared={isShared}
      />
    )
  }
  return <CopiedForm of={id} start={start} offer={offer.data} />
}

/** Sessions are the first form's own; a series goes on by its rule, as one of the new form's. */
const CopiedForm = ({ of, start, offer }: { of: string; start: SignupFields; offer: SessionOffer }) => {
  const t = useText('signup')
  const [copied] = useState(
    (): SignupFields => ({
      ...start,
      signupName: t('form.copyOf', { name: start.signupName }).slice(0, max.name),
      customUrl: suggestedUrl(undefined, Math.random),
      sessionInfoList: [],
      seriesList: start.seriesList.map((series) => ({ ...series, id: newId() })),
      published: false,
    }),
  )
  return <SignupForm id={undefined} start={copied} offer={offer} draft={`signup.copy.${of}`} />
}
