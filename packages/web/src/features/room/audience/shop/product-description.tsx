import { useCallback, useEffect, useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { lateApi } from '../entry/lazy-api.ts'
import { Action } from '../parts/action.tsx'
import css from './product-description.module.css'

type Shown = { readonly html: string } | 'loading' | 'failed'

/** What is written of a product, its pictures too: fetched when somebody opens its sheet, and drawn as the server wrote it. */
export const ProductDescription = ({
  streamId,
  productId,
  isAlone,
}: {
  readonly streamId: string
  readonly productId: string
  /** The sheet is about nothing else, and has the title. */
  readonly isAlone: boolean
}) => {
  const t = useText('room')
  const [shown, setShown] = useState<Shown>('loading')
  const load = useCallback(() => {
    let isGone = false
    const show = (next: Shown): void => {
      if (!isGone) setShown(next)
    }
    show('loading')
    lateApi()
      .then(({ showDescription }) => showDescription(streamId, productId))
      .then(
        ({ description }) => show({ html: description }),
        () => show('failed'),
      )
    return () => {
      isGone = true
    }
  }, [streamId, productId])
  useEffect(load, [load])
  if (typeof shown === 'object' && shown.html === '') return null
  return (
    <section className={css.description} aria-label={t('shop.about')} aria-busy={shown === 'loading'}>
      {!isAlone && <h3>{t('shop.about')}</h3>}
      {typeof shown === 'object' ? (
        <div className={css.text} dangerouslySetInnerHTML={{ __html: shown.html }} />
      ) : shown === 'failed' ? (
        <p className={css.failed} role="alert">
          {t('shop.aboutFailed')}
          <Action kind="quiet" onClick={() => void load()}>
            {t('shop.aboutAgain')}
          </Action>
        </p>
      ) : (
        <div className={css.lines} aria-hidden="true" />
      )}
    </section>
  )
}
