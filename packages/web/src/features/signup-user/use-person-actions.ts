import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useText } from '../../lib/i18n/use-text.tsx'
import { downloadWithProgress, fileDay } from '../../lib/sheet/download-sheet.ts'
import { askToConfirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { cancelNotices, exportSignupUsers, type ExportRequest, resendLinks, signupUserKey } from './signup-user.api.ts'

/** What can be done with one or many people; says how it went. */
export const usePersonActions = () => {
  const t = useText('signup-user')
  const client = useQueryClient()
  const renew = () => client.invalidateQueries({ queryKey: signupUserKey })

  const notices = useMutation({
    mutationFn: cancelNotices,
    onSuccess: async ({ changed }, { ids, isCancelNotice }) => {
      await renew()
      toast.good(t(isCancelNotice ? 'done.stopped' : 'done.resumed', { count: changed }), {
        ...(changed === 0
          ? {}
          : { undo: { label: t('done.undo'), run: () => notices.mutate({ ids, isCancelNotice: !isCancelNotice }) } }),
      })
    },
  })
  const resend = useMutation({
    mutationFn: resendLinks,
    onSuccess: async ({ sent }) => {
      await renew()
      toast.good(t('done.resent', { count: sent }))
    },
  })
  const fetching = useMutation({
    mutationFn: (request: ExportRequest) =>
      downloadWithProgress(`${t('export.name')}-${fileDay()}.${request.format}`, request.format, (options) =>
        exportSignupUsers(request, options),
      ),
  })

  return {
    renew,
    setNotices: (ids: readonly string[], isCancelNotice: boolean) => notices.mutate({ ids, isCancelNotice }),
    askResend: async (ids: readonly string[], name: string) => {
      const agreed = await askToConfirm({
        title: ids.length === 1 ? t('resend.titleOne', { name }) : t('resend.titleMany', { count: ids.length }),
        text: t('resend.text'),
        ok: t('resend.ok'),
      })
      if (agreed) resend.mutate(ids)
    },
    download: (request: ExportRequest) => fetching.mutate(request),
    downloading: fetching.isPending,
  }
}
export type PersonActions = ReturnType<typeof usePersonActions>
