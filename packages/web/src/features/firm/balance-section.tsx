import { FirmFields } from '@kaimai/contract/firm/firm.schema.ts'
import type { TopUpInfo } from '@kaimai/contract/firm/firm-ledger.schema.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { useFirm, useSession, useSessionActions } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LabelledNumber } from '../../ui/field.tsx'
import { TwoColumns } from '../../ui/form-section.tsx'
import { SkeletonForm } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { BalanceLogs } from './balance-logs.tsx'
import own from './balance.module.css'
import { delaySchedule, firmKey, topUpInfo } from './firm.api.ts'
import { Block, SectionFrame } from './section-frame.tsx'
import type { SectionProps } from './section-props.ts'
import { useSectionForm } from './use-section-form.ts'

const Fields = FirmFields.pick({ pointSafetyStockNotice: true })

export const BalanceSection = ({ setting }: SectionProps) => {
  const t = useText('firm')
  const { firmId, isDemo } = useFirm()
  const info = useQuery(topUpInfo(firmId))
  const form = useSectionForm({
    schema: Fields,
    setting,
    pick: ({ pointSafetyStockNotice }) => ({ pointSafetyStockNotice }),
  })
  const field = form.field('pointSafetyStockNotice')
  if (info.isError && !info.data) {
    return <ErrorState title={info.error.message} onRetry={() => void info.refetch()} />
  }
  if (!info.data) return <SkeletonForm fields={5} />
  return (
    <div className={own.all}>
      <Figures info={info.data} isDemo={isDemo} />
      <SectionFrame form={form}>
        <Block title={t('balance.safety')} why={t('balance.safetyWhy')}>
          <TwoColumns>
            <LabelledNumber
              {...field}
              value={field.value ?? undefined}
              onChange={(value) => field.onChange(value ?? null)}
              label={t('balance.safetyStock')}
              optional
              unit={t('balance.points')}
              description={t(setting.isSurenotify ? 'balance.safetyUnused' : 'balance.safetyHint')}
            />
          </TwoColumns>
        </Block>
      </SectionFrame>
      <Offers info={info.data} />
      <BalanceLogs />
    </div>
  )
}

const Figures = ({ info, isDemo }: { info: TopUpInfo; isDemo: boolean }) => {
  const t = useText('firm')
  const f = useFormat()
  return (
    <dl className={own.figures}>
      <div>
        <dt>{t('balance.hoursLeft')}</dt>
        <dd>
          {f.number(Math.floor(Math.max(0, info.hours) / 3600))}
          <small>{t('balance.hour')}</small> {Math.floor(Math.max(0, info.hours) / 60) % 60}
          <small>{t('balance.minute')}</small>
        </dd>
        <dd className={own.sub}>{t('balance.usedHours', { time: f.duration(info.hoursThisMonth) })}</dd>
      </div>
      <div>
        <dt>{t('balance.pointsLeft')}</dt>
        <dd>
          {f.number(info.points, 1)}
          <small>{t('balance.points')}</small>
        </dd>
        <dd className={own.sub}>{t('balance.usedPoints', { points: f.number(info.pointsThisMonth, 1) })}</dd>
      </div>
      <div>
        <dt>{t('balance.expiry')}</dt>
        <dd className={own.date}>
          {info.liveHoursExpireDate === null ? t('balance.noExpiry') : f.date(info.liveHoursExpireDate)}
        </dd>
        <dd className={own.sub}>{isDemo ? t('balance.demo') : <Delay info={info} />}</dd>
      </div>
    </dl>
  )
}

/** Moves the expiry: only where it may be moved; else says when it may. */
const Delay = ({ info }: { info: TopUpInfo }) => {
  const t = useText('firm')
  const f = useFormat()
  const { firmId } = useFirm()
  const state = useSession()
  const session = useSessionActions()
  const queries = useQueryClient()
  const delay = useMutation({
    mutationFn: () => delaySchedule(firmId),
    onSuccess: ({ liveHoursExpireDate }) => {
      void queries.invalidateQueries({ queryKey: firmKey })
      void session.refresh()
      toast.good(t('balance.delayed', { date: f.date(liveHoursExpireDate) }))
    },
  })
  const { delayUntil, delayed, liveHoursExpireDate } = info
  if (liveHoursExpireDate === null) return null
  if (delayUntil === null) return t(delayed ? 'balance.delayedAlready' : 'balance.delayLater')
  const isOwner = state.status === 'in' && state.userInfo.role === 'owner'
  if (!isOwner) return t('balance.delayOwner')
  const ask = async () => {
    const agreed = await askToConfirm({
      title: t('balance.askDelay'),
      text: t('balance.askDelayText', { date: f.date(delayUntil) }),
      ok: t('balance.delay'),
    })
    if (agreed) delay.mutate()
  }
  return (
    <Button size="s" busy={delay.isPending} onClick={() => void ask()}>
      {t('balance.delay')}
    </Button>
  )
}

const Offers = ({ info }: { info: TopUpInfo }) => {
  const t = useText('firm')
  const f = useFormat()
  return (
    <Block title={t('balance.offers')} why={t(info.mayBuy ? 'balance.offersWhy' : 'balance.offersContact')}>
      <div className={own.offers}>
        {(['hours', 'points'] as const).map((kind) => (
          <table key={kind} className={own.offer}>
            <caption>{t(`balance.offer.${kind}`)}</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">{t('balance.quantity')}</th>
                <th scope="col">{t('balance.valid')}</th>
                <th scope="col">{t('balance.price')}</th>
              </tr>
            </thead>
            <tbody>
              {info.offers
                .filter((offer) => offer.kind === kind)
                .map(({ id, quantity, price, currency, validMonths }) => (
                  <tr key={id}>
                    <th scope="row">{t(`balance.quantity_${kind}`, { quantity: f.number(quantity) })}</th>
                    <td>{t('balance.validMonths', { count: validMonths })}</td>
                    <td>{f.money({ amount: price, currency })}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        ))}
      </div>
    </Block>
  )
}
