import { type GatewayName, gatewayKeys, gatewayNames } from '@kaimai/contract/firm/firm.rules.ts'
import type { FirmSetting, GatewayCheck } from '@kaimai/contract/firm/firm.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { IconCheck, IconCircle, IconFlask } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { useFirm, useMay } from '../../lib/session/use-session.tsx'
import { Button } from '../../ui/button.tsx'
import { CardContainer } from '../../ui/card-container.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { icon16, icon20 } from '../../ui/icon-props.ts'
import { StatusChip } from '../../ui/status-chip.tsx'
import { toast } from '../../ui/toast.tsx'
import { checkGateway, endTestMode } from './firm.api.ts'
import css from './test-mode-card.module.css'
import { useTakeOver } from './use-section-form.ts'

/** Payment companies whose keys are kept, and that run on this server. */
const keptGateways = ({ gateways, secrets, paymentGateways }: FirmSetting): GatewayName[] =>
  gatewayNames.filter(
    (name) =>
      gateways[name] !== '' && gatewayKeys[name].every((key) => secrets[key].set) && paymentGateways.includes(name),
  )

interface StepProps {
  readonly isDone: boolean
  readonly title: string
  readonly text: ReactNode
  readonly children?: ReactNode
}

const Step = ({ isDone, title, text, children }: StepProps) => {
  const t = useText('firm')
  return (
    <li className={css.step} data-done={isDone}>
      {isDone ? <IconCheck {...icon16} aria-hidden="true" /> : <IconCircle {...icon16} aria-hidden="true" />}
      <div className="stack-s">
        <p>
          <b>{title}</b>
          {isDone && <span className="sr-only">{t('testMode.done')}</span>}
        </p>
        <div className="caption">{text}</div>
        {children}
      </div>
    </li>
  )
}

/** Asks the payment company about the kept keys, and shows what it says. */
const KeyCheck = ({ gateway, onChecked }: { gateway: GatewayName; onChecked: (check: GatewayCheck) => void }) => {
  const t = useText('firm')
  const { firmId } = useFirm()
  const mayWrite = useMay('setting', true)
  const check = useMutation({ mutationFn: () => checkGateway(firmId, gateway), onSuccess: onChecked })
  const said = check.data
  return (
    <div className="wrap">
      <Button size="s" disabled={!mayWrite} busy={check.isPending} onClick={() => check.mutate()}>
        {t('testMode.check', { gateway: t(`payment.gateway.${gateway}`) })}
      </Button>
      <span role="status">
        {said && (
          <StatusChip colour={said.isRight ? 'green' : 'red'}>
            {said.isRight ? t('testMode.right') : t('testMode.wrong', { words: said.words })}
          </StatusChip>
        )}
      </span>
    </div>
  )
}

/** The way from play money to the first real payment. `isDirty`: something in the form below is not saved. */
export const TestModeCard = ({ setting, isDirty }: { readonly setting: FirmSetting; readonly isDirty: boolean }) => {
  const t = useText('firm')
  const title = useId()
  const { firmId } = useFirm()
  const mayWrite = useMay('setting', true)
  const takeOver = useTakeOver()
  const [right, setRight] = useState<readonly GatewayName[]>([])
  const end = useMutation({
    mutationFn: () => endTestMode(firmId),
    onSuccess: (now) => {
      takeOver(now)
      toast.good(t('testMode.ended'))
    },
  })
  const kept = keptGateways(setting)
  const offered = setting.realMethods.length > 0
  const asked = kept.filter((name) =>
    setting.paymentMethods.some(
      ({ gateway, method }) => gateway === name && (!offered || setting.realMethods.includes(method)),
    ),
  )
  const start = async () => {
    const agreed = await askToConfirm({
      title: t('testMode.sure'),
      text: t('testMode.sureText'),
      ok: t('testMode.start'),
    })
    if (agreed) end.mutate()
  }
  return (
    <CardContainer className={css.card}>
      <section aria-labelledby={title}>
        <header className={css.head}>
          <IconFlask {...icon20} aria-hidden="true" />
          <h3 id={title}>{t('testMode.title')}</h3>
        </header>
        <p className="lead-line">{t('testMode.lead')}</p>
        <ol className={css.steps} aria-label={t('testMode.steps')}>
          <Step
            isDone={kept.length > 0 || setting.transfer.account !== '' || offered}
            title={t('testMode.keys')}
            text={t('testMode.keysText')}
          />
          <Step
            isDone={offered}
            title={t('testMode.methods')}
            text={
              offered
                ? t('testMode.methodsNow', {
                    methods: setting.realMethods.map((method) => t(`payment.method.${method}`)).join(t('testMode.and')),
                  })
                : t('testMode.methodsText')
            }
          />
          <Step
            isDone={offered && asked.every((name) => right.includes(name))}
            title={t('testMode.checks')}
            text={asked.length === 0 && offered ? t('testMode.checksNone') : t('testMode.checksText')}
          >
            {asked.map((name) => (
              <KeyCheck
                key={name}
                gateway={name}
                onChecked={({ isRight }) =>
                  setRight((before) => [...before.filter((each) => each !== name), ...(isRight ? [name] : [])])
                }
              />
            ))}
          </Step>
        </ol>
        <div className="wrap">
          <Button
            kind="primary"
            disabled={!mayWrite || !offered || isDirty}
            busy={end.isPending}
            onClick={() => void start()}
          >
            {t('testMode.start')}
          </Button>
          <span className="caption">
            {isDirty ? t('testMode.saveFirst') : offered ? t('testMode.startText') : t('testMode.notYet')}
          </span>
        </div>
      </section>
    </CardContainer>
  )
}
