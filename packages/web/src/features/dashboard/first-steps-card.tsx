import { IconCheck, IconExternalLink, IconX } from '@tabler/icons-react'
import { useId } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { paths } from '../../lib/paths/paths.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { CardContainer } from '../../ui/card-container.tsx'
import { nextStep, type Step, type StepId } from '@kaimai/contract/dashboard/first-steps.rules.ts'
import { icon14, icon16 } from '../../ui/icon-props.ts'
import css from './first-steps-card.module.css'

interface FirstStepsCardProps {
  readonly steps: readonly Step[]
  /** A live to look at as a viewer, if there is one to come. */
  readonly streamId: string | undefined
  readonly liveId: string | undefined
  /** What a first live would play and sell: its form starts with them. */
  readonly videoId: string | undefined
  readonly productIds: readonly string[]
  /** The room of a finished shop, on a server that has one. */
  readonly sampleUrl: string | undefined
  readonly onTried: () => void
  readonly onDismiss: () => void
}

/** The way from an empty shop to a first live, each step with its link. */
export const FirstStepsCard = (props: FirstStepsCardProps) => {
  const { steps, streamId, liveId, videoId, productIds, sampleUrl, onTried, onDismiss } = props
  const t = useText('dashboard')
  const title = useId()
  const next = nextStep(steps)
  // Counted as they are numbered: the one that may be left out is one of them.
  const doneSteps = steps.filter(({ isDone }) => isDone)
  const done = doneSteps.length
  const links: Readonly<Record<StepId, string | undefined>> = {
    shop: paths.brandSetting(),
    video: paths.manageLive({ upload: '1' }),
    product: paths.manageProduct({ product: 'new' }),
    group: paths.msgroupCreate(),
    live: paths.liveStreamNew(
      { pageType: 'create', platformType: 'video' },
      { videoId, productIds: productIds.length === 0 ? undefined : productIds.join(',') },
    ),
    signup: paths.manageFormNew({ pageStatus: 'create', pageType: 'free' }, { liveId }),
    payment: paths.brandSetting({ section: 'payment' }),
    viewer: streamId === undefined ? undefined : paths.streamAnonymous({ paramStreamId: streamId }),
  }
  const action = (id: StepId) => {
    const link = links[id]
    const look = { kind: id === next ? ('primary' as const) : ('secondary' as const), size: 's' as const }
    if (link === undefined) return <span className="caption">{t('steps.liveFirst')}</span>
    if (id !== 'viewer') {
      return (
        <Button {...look} to={link}>
          {t(`steps.${id}.go`)}
        </Button>
      )
    }
    return (
      <span onClick={onTried}>
        <Button {...look} href={link}>
          {t('steps.viewer.go')}
        </Button>
      </span>
    )
  }
  return (
    <CardContainer className={css.card}>
      <section aria-labelledby={title}>
        <header className={css.head}>
          <div className="grow">
            <h2 id={title}>{t('steps.title')}</h2>
            <p className="lead-line">{t('steps.lead')}</p>
          </div>
          <p className={css.count}>
            {t('steps.count', { done, all: steps.length })}
            <span className={css.meter} aria-hidden="true">
              <i style={{ width: `${(done / steps.length) * 100}%` }} />
            </span>
          </p>
          <IconButton label={t('steps.dismiss')} icon={<IconX {...icon16} />} onClick={onDismiss} />
        </header>
        {doneSteps.length > 0 && (
          <ul className={css.done} aria-label={t('steps.done')}>
            {doneSteps.map(({ id }) => (
              <li className="row-s" key={id}>
                <IconCheck size={14} stroke={2.5} aria-hidden="true" />
                {t(`steps.${id}.title`)}
              </li>
            ))}
          </ul>
        )}
        <ol>
          {steps.map(
            ({ id, isDone, isOptional }, index) =>
              !isDone && (
                <li key={id} className={css.step} data-next={id === next} value={index + 1}>
                  <span className={css.mark} aria-hidden="true">
                    {index + 1}
                  </span>
                  <div className={css.words}>
                    <h3>
                      {t(`steps.${id}.title`)}
                      {isOptional && <small className="caption">{t('steps.optional')}</small>}
                    </h3>
                    <p className="caption">{t(`steps.${id}.text`)}</p>
                  </div>
                  {action(id)}
                </li>
              ),
          )}
        </ol>
        {sampleUrl !== undefined && (
          <p className={css.sample}>
            {t('steps.sample')}
            <a href={sampleUrl} target="_blank" rel="noreferrer">
              {t('steps.sampleGo')}
              <IconExternalLink {...icon14} />
            </a>
          </p>
        )}
      </section>
    </CardContainer>
  )
}
