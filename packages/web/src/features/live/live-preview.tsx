import type { Product } from '@kaimai/contract/product/product.routes.ts'
import { clsx } from 'clsx'
import { useEffect, useState } from 'react'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useFirm } from '../../lib/session/use-session.tsx'
import { PhoneFrame } from '../../ui/phone-frame.tsx'
import { Avatar } from '../../ui/thumb.tsx'
import css from './live-preview.module.css'
import type { LiveFields } from './live-values.ts'

interface LivePreviewProps {
  readonly values: LiveFields
  /** Picture of the room: the live's own, else the video's. */
  readonly imageUrl: string
  readonly known: ReadonlyMap<string, Product>
  readonly untitled?: boolean
}

/** The waiting room as a viewer's phone will show it. */
export const LivePreview = ({ values, imageUrl, known, untitled }: LivePreviewProps) => {
  const t = useText('live')
  const f = useFormat()
  const firm = useFirm()
  const beginAtMs = Date.parse(values.beginAt)
  const products = values.productList.flatMap(({ productId }) => known.get(productId) ?? [])
  const host = values.hostName || firm.name
  return (
    <>
      {!untitled && (
        <div className={css.head}>
          <h2>{t('preview.title')}</h2>
        </div>
      )}
      <PhoneFrame label={t('preview.label')} dark>
        {/* Takes the focus so that keys can scroll the phone; the room in it is a picture: nothing can be pressed. */}
        <div className={clsx('column', css.frame)} tabIndex={0} role="img" aria-label={t('preview.label')}>
          <div className={css.room} inert>
            <div className={css.stage}>
              {imageUrl !== '' && <img className="cover" src={imageUrl} alt="" />}
              <span className={css.host}>
                <Avatar src={firm.imgUrl} name={host} size={24} />
                {host}
              </span>
            </div>
            <div className={css.words}>
              <p className={css.title}>{values.liveName || t('preview.noName')}</p>
              {!Number.isNaN(beginAtMs) && (
                <>
                  <p className={css.when}>{f.dayTime(beginAtMs)}</p>
                  <Countdown beginAtMs={beginAtMs} />
                </>
              )}
            </div>
            {values.liveInfoImage.length > 0 && (
              <div className={css.info}>
                {values.liveInfoImage.map((url) => (
                  <img key={url} src={url} alt="" />
                ))}
              </div>
            )}
            {products.length > 0 && (
              <div className={css.products}>
                <p>{t('preview.products', { count: products.length })}</p>
                <ul className="stack-s">
                  {products.slice(0, 3).map(({ id, productName, images, price, currency, keyword }) => (
                    <li key={id}>
                      {images[0] === undefined ? <span className={css.noPicture} /> : <img src={images[0]} alt="" />}
                      <span>
                        <b className="name-line">{productName}</b>
                        <small>
                          {[...(keyword === '' ? [] : [keyword]), f.money({ amount: price, currency })].join('・')}
                        </small>
                      </span>
                    </li>
                  ))}
                </ul>
              </div>
            )}
            <p className={css.foot}>{t(values.anonymousAllowed ? 'preview.open' : 'preview.signupOnly')}</p>
          </div>
        </div>
      </PhoneFrame>
      <p className={css.note}>{t('preview.note')}</p>
    </>
  )
}

const Countdown = ({ beginAtMs }: { beginAtMs: number }) => {
  const t = useText('live')
  const f = useFormat()
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  if (nowMs >= beginAtMs) return <p className={css.running}>{t('preview.running')}</p>
  return (
    <p className={css.count}>
      <small>{t('preview.countdown')}</small>
      {f.duration((beginAtMs - nowMs) / 1000)}
    </p>
  )
}
