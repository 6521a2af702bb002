import type { Device } from '@kaimai/contract/member/member.schema.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react'
import { isCallError } from '../../lib/http/call-error.ts'
import { useFormat, useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { TwoLines } from '../../ui/figure.tsx'
import { SkeletonList } from '../../ui/skeleton.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { toast } from '../../ui/toast.tsx'
import { useLabels } from '../../ui/labels.tsx'
import { endDevice, endOtherDevices, memberKey, myDevices } from './member.api.ts'
import { deviceNameOf } from './device-name.ts'
import css from './members.module.css'

const icons = { phone: IconDeviceMobile, tablet: IconDeviceTablet, computer: IconDeviceDesktop } as const

/** Where the member is logged in, and the way to end it: for the security section and the member's own page. */
export const Devices = () => {
  const t = useText('member')
  const labels = useLabels()
  const f = useFormat()
  const queries = useQueryClient()
  const query = useQuery(myDevices())
  const done = async (text: string) => {
    await queries.invalidateQueries({ queryKey: [...memberKey, 'device'] })
    toast.good(text)
  }
  const failed = (error: Error) => {
    if (!isCallError(error) || !error.handled) toast.bad(error.message)
  }
  const nameOf = ({ userAgent }: Device) => deviceNameOf(userAgent).name || t('devices.unknown')
  const end = useMutation({
    mutationFn: ({ id }: Device) => endDevice(id),
    meta: { ownErrors: true },
    onSuccess: (_, device) => done(t('devices.ended', { name: nameOf(device) })),
    onError: failed,
  })
  const endOthers = useMutation({
    mutationFn: endOtherDevices,
    meta: { ownErrors: true },
    onSuccess: ({ ended }) => done(t('devices.endedOthers', { count: ended })),
    onError: failed,
  })
  const askToEnd = (device: Device) =>
    askToConfirm({
      title: t('devices.endTitle', { name: nameOf(device) }),
      text: t('devices.endText'),
      ok: t('devices.end'),
      danger: true,
      run: () => end.mutateAsync(device).catch(() => undefined),
    })
  const askToEndOthers = () =>
    askToConfirm({
      title: t('devices.endOthersTitle'),
      text: t('devices.endOthersText'),
      ok: t('devices.endOthers'),
      danger: true,
      run: () => endOthers.mutateAsync().catch(() => undefined),
    })
  if (query.isPending) return <SkeletonList />
  if (query.isError) return <ErrorState title={query.error.message} onRetry={() => void query.refetch()} />
  const devices = query.data
  return (
    <div>
      <ul className={css.rows} aria-label={t('devices.label')}>
        {devices.map((device) => {
          const Icon = icons[deviceNameOf(device.userAgent).kind]
          return (
            <li key={device.id} className={css.device}>
              <span className={css.glyph}>
                <Icon size={20} stroke={1.5} aria-hidden="true" />
              </span>
              <TwoLines
                sub={`${t('devices.used', { date: f.near(device.lastUsedAt) })}・${t('devices.since', {
                  date: f.day(device.createdAt),
                })}・${device.ip}`}
              >
                {nameOf(device)}
              </TwoLines>
              {device.isThis ? (
                <StatusChip colour="green">{t('devices.this')}</StatusChip>
              ) : (
                <Button
                  size="s"
                  aria-label={labels.pair(t('devices.end'), nameOf(device))}
                  onClick={() => void askToEnd(device)}
                >
                  {t('devices.end')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      {devices.length > 1 ? (
        <div className={css.after}>
          <Button kind="danger" onClick={() => void askToEndOthers()}>
            {t('devices.endOthers')}
          </Button>
        </div>
      ) : (
        <p className="lead-line">{t('devices.only')}</p>
      )}
    </div>
  )
}
