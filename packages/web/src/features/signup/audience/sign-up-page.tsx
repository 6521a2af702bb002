import type { PublicSignup } from '@kaimai/contract/signup/public-signup.routes.ts'
import { toneStyle } from '@kaimai/contract/common/tone-shades.ts'
import { clsx } from 'clsx'
import { type CSSProperties, useEffect, useRef } from 'react'
import { lazyPart as loadLater } from '../../../lib/audience/lazy-part.tsx'
import { track } from '../../../lib/audience/tracking.ts'
import { Tracking } from '../../../lib/audience/tracking-page.tsx'
import { useLatest } from '../../../lib/audience/use-latest.ts'
import { useSlow } from '../../../lib/audience/use-slow.ts'
import { useViewerFormat } from '../../../lib/audience/use-viewer.ts'
import { FormView } from './form-view.tsx'
import { PlainDone } from './plain-done.tsx'
import { Poster } from './poster.tsx'
import { Seller } from './seller.tsx'
import css from './sign-up-page.module.css'
import { useFetched } from './use-fetched.ts'
import { useLinkKey, useSignOfLife } from './use-kept-place.ts'
import { useSignUp } from './use-sign-up.ts'

/** Few visitors come by the link of a letter: the part that answers them is not in the first load. */
const LazyKeepPlace = loadLater(async () => (await import('./keep-place/keep-place.tsx')).loadKeepPlace())

/** The page publishes once that it was seen, with what it sells. */
const useTrackSeen = (page: PublicSignup): void => {
  const latest = useLatest(page)
  useEffect(() => {
    const { id: formId, ticket, products } = latest.current
    const one = { variant: '', quantity: 1 }
    const place = ticket && { ...one, id: formId, name: ticket.name, price: ticket.price }
    const items = products.map(({ productId: id, productName: name, price }) => ({ ...one, id, name, price }))
    track({
      event: 'ViewContent',
      items: place ? [place] : items,
      currency: ticket?.currency ?? products[0]?.currency ?? 'TWD',
      // What a live shows is not what the page sells.
      ...(place ? {} : { value: 0 }),
    })
  }, [latest])
}

/** What comes after the sign-up is fetched once the page has long stood. */
const quietAfterMs = 3_000

export const SignUpPage = ({ data }: { data: PublicSignup }) => {
  const form = useRef<HTMLFormElement>(null)
  const signUp = useSignUp(data, form)
  const { page, nowMs, phase } = signUp
  const format = useViewerFormat(nowMs)
  useTrackSeen(data)
  const isDone = phase.at === 'done'
  useSignOfLife(page.customUrl, page.pageType === 'free' && (page.known !== null || isDone))
  const linkKey = useLinkKey()
  const hasStood = useSlow(true, quietAfterMs)
  const isLater = phase.at === 'sending' || isDone || (hasStood && phase.at === 'form')
  const later = useFetched(() => import('./done-view.tsx'), isLater ? phase.at : undefined)
  const checkout = useFetched(
    () => import('./paid-checkout.tsx'),
    phase.at === 'paying' ? 'paying' : undefined,
    signUp.noSocket,
  )
  const isBacked = page.backgroundImage !== ''
  const look = clsx(css.page, page.posters.length === 0 && css.plain, isDone && css.done, isBacked && css.backed)
  const style = {
    ...toneStyle(page.colorToneId),
    ...(isBacked ? { '--background': `url("${page.backgroundImage}")` } : {}),
  } as CSSProperties
  return (
    <main className={look} style={style}>
      <Tracking setup={page.tracking} place={{ page: 'signup', customUrl: page.customUrl }} />
      {page.screenTopText !== '' && <p className={css.strip}>{page.screenTopText}</p>}
      <div className={css.poster}>
        <Poster posters={page.posters} title={page.signupTitle} />
      </div>
      <div className={css.body}>
        {linkKey !== undefined && <LazyKeepPlace linkKey={linkKey} />}
        {phase.at === 'done' ? (
          <>
            <div className={css.column}>
              {later ? (
                <later.DoneView page={page} done={phase.done} nowMs={nowMs} format={format} onAgain={signUp.again} />
              ) : (
                <PlainDone done={phase.done} />
              )}
            </div>
            <Seller firm={page.firm} />
          </>
        ) : (
          <FormView signUp={signUp} form={form} format={format} />
        )}
      </div>
      {checkout && phase.at === 'paying' && page.ticket && (
        <checkout.PaidCheckout
          page={page}
          ticket={page.ticket}
          session={phase.session}
          person={phase.person}
          onRefresh={signUp.refresh}
          onOrdered={signUp.ordered}
          onClose={signUp.leaveCheckout}
          onNoSocket={signUp.noSocket}
        />
      )}
    </main>
  )
}
