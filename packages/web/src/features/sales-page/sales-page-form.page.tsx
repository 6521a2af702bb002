import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { useJustPublished } from '../../lib/form/use-save-and-publish.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useFirm } from '../../lib/session/use-session.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormWithPreview } from '../../ui/form-section.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { firstTone } from '../../ui/tones.ts'
import { fieldsOf, newPage, suggestedUrl } from './page-values.ts'
import { salesPageById } from './sales-page.api.ts'
import { SalesPageForm } from './sales-page-form.tsx'

/** Of a title, as the contract says. */
const titleMax = 60

const Waiting = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) => (
  <FormWithPreview>
    {error ? <ErrorState title={error.message} onRetry={onRetry} /> : <SkeletonForm fields={6} />}
  </FormWithPreview>
)

/** A new page, empty or as a copy of another (`?from=`). */
export const SalesPageNewPage = () => {
  const [search] = useSearchParams()
  const from = search.get('from') ?? undefined
  return from === undefined ? <EmptyPage /> : <CopiedPage key={from} id={from} />
}

const EmptyPage = () => {
  const firm = useFirm()
  const [start] = useState(() => newPage({ customUrl: suggestedUrl(Math.random), tone: firm.colorToneId || firstTone }))
  return <SalesPageForm page={undefined} start={start} draft="sales-page.new" />
}

const CopiedPage = ({ id }: { id: string }) => {
  const t = useText('sales-page')
  const page = useQuery(salesPageById(id))
  const [customUrl] = useState(() => suggestedUrl(Math.random))
  if (!page.data) return <Waiting error={page.error} onRetry={() => void page.refetch()} />
  const values = fieldsOf(page.data)
  const title = t('form.copyOf', { title: values.title }).slice(0, titleMax)
  const start = { ...values, title, customUrl, published: false, beginAt: null, endAt: null }
  return <SalesPageForm page={undefined} start={start} draft={`sales-page.copy.${id}`} />
}

export const SalesPageEditPage = () => {
  const { pageId = '' } = useParams()
  return <KnownPage key={pageId} id={pageId} />
}

const KnownPage = ({ id }: { id: string }) => {
  const isShared = useJustPublished()
  const page = useQuery(salesPageById(id))
  if (!page.data) return <Waiting error={page.error} onRetry={() => void page.refetch()} />
  return <SalesPageForm page={page.data} start={fieldsOf(page.data)} draft={`sales-page.${id}`} isShared={isShared} />
}
