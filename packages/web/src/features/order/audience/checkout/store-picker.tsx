import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { useText } from '../../../../lib/i18n/use-text.tsx'
import { Action } from '../../../../ui/audience/action.tsx'
import { TextField } from '../../../../ui/audience-field.tsx'
import { DraftText } from './fields.tsx'
import { useForm } from './form-context.ts'
import css from './store-picker.module.css'
import { loadSampleStores, type Store, searchStores, storeName } from './stores.ts'

const TypedStore = () => {
  const t = useText('checkout')
  return (
    <>
      <DraftText
        name="storeName"
        label={t('checkout.storeName')}
        placeholder={t('checkout.storeNameExample')}
        maxLength={60}
        enterKeyHint="next"
      />
      <DraftText
        name="storeCode"
        label={t('checkout.storeCode')}
        placeholder={t('checkout.storeCodeExample')}
        help={t('checkout.storeHelp')}
        inputMode="numeric"
        maxLength={20}
        enterKeyHint="done"
      />
    </>
  )
}

/** The store to pick it up at: searched for by name, road or number; or typed, where there is no list or it is not on it. */
export const StorePicker = ({
  hasSamples,
  onChosen,
}: {
  /** A shop whose payments are tests: its buyers may choose among sample stores. */
  readonly hasSamples: boolean
  readonly onChosen: () => void
}) => {
  const t = useText('checkout')
  const { draft, change, errorOf } = useForm()
  const [stores, setStores] = useState<readonly Store[]>()
  const [query, setQuery] = useState('')
  const [isTyped, setTyped] = useState(!hasSamples)
  useEffect(() => {
    // Without the list one types the store.
    if (hasSamples) loadSampleStores().then(setStores, () => setTyped(true))
  }, [hasSamples])
  if (isTyped) {
    return (
      <>
        <TypedStore />
        {stores && (
          <Action kind="plain" className={css.other} onClick={() => setTyped(false)}>
            {t('store.search')}
          </Action>
        )}
      </>
    )
  }
  const found = searchStores(stores ?? [], query, {
    county: draft.county,
    district: draft.district,
    lastCode: draft.storeCode,
  })
  const isAsked = query.trim() !== ''
  return (
    <>
      <TextField
        label={t('store.search')}
        placeholder={t('store.searchExample')}
        type="search"
        data-field="storeName"
        value={query}
        error={isAsked ? undefined : errorOf('storeName')}
        onText={setQuery}
        autoComplete="off"
        enterKeyHint="search"
      />
      <p className="sr-only" role="status">
        {isAsked ? t('store.found', { count: found.length }) : ''}
      </p>
      {found.length > 0 && (
        <ul className={css.stores} aria-label={t('store.list')}>
          {found.map((store) => {
            const isChosen = store.code === draft.storeCode
            return (
              <li key={store.chain + store.code}>
                <button
                  type="button"
                  className={clsx(css.store, isChosen && css.on)}
                  aria-pressed={isChosen}
                  onClick={() => {
                    change({ storeCode: store.code, storeName: storeName(store) })
                    onChosen()
                  }}
                >
                  <b>{storeName(store)}</b>
                  <small className="small">
                    {t('store.where', { place: `${store.county}${store.district}${store.address}`, code: store.code })}
                  </small>
                </button>
              </li>
            )
          })}
        </ul>
      )}
      {isAsked && stores && found.length === 0 && <p className={css.note}>{t('store.none')}</p>}
      <p className={css.note}>{t('store.samples')}</p>
      <Action kind="plain" className={css.other} onClick={() => setTyped(true)}>
        {t('store.type')}
      </Action>
    </>
  )
}
