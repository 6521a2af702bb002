import type { Language } from '@kaimai/contract/common/language.ts'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { LeaveGuardProvider } from '../lib/form/leave-guard.tsx'
import type { ConsoleTexts } from '../lib/i18n/console-texts.ts'
import { TextProvider, useText } from '../lib/i18n/use-text.tsx'
import type { Session } from '../lib/session/session.ts'
import { SessionProvider } from '../lib/session/use-session.tsx'
import { askToConfirm, ConfirmHost } from '../ui/confirm.tsx'
import { UiLabelsProvider } from '../ui/labels.tsx'
import { UiTheme } from '../ui/theme.tsx'
import { Toasts } from '../ui/toast.tsx'
import { LanguageChoiceProvider } from '../lib/i18n/language-choice.tsx'
import { consoleTimeZone } from './time-zone.ts'
import { useUiLabels } from './ui-labels.ts'

export interface ConsoleParts {
  readonly texts: ConsoleTexts
  readonly session: Session
  readonly queries: QueryClient
}

export const ConsoleProviders = ({ parts, children }: { parts: ConsoleParts; children: ReactNode }) => {
  const { texts, session, queries } = parts
  const translator = useSyncExternalStore(texts.translator.subscribe, texts.translator.get)
  const choose = useCallback((language: Language) => void texts.change(language), [texts])
  return (
    <TextProvider translator={translator} timeZone={consoleTimeZone}>
      <LanguageChoiceProvider choose={choose}>
        <SessionProvider session={session}>
          <QueryClientProvider client={queries}>
            <UiTheme>
              <Hosts>{children}</Hosts>
            </UiTheme>
          </QueryClientProvider>
        </SessionProvider>
      </LanguageChoiceProvider>
    </TextProvider>
  )
}

const Hosts = ({ children }: { children: ReactNode }) => {
  const t = useText('app')
  const labels = useUiLabels()
  const ask = useCallback(
    () =>
      askToConfirm({
        title: t('leave.title'),
        text: t('leave.text'),
        ok: t('leave.leave'),
        cancel: t('leave.stay'),
        danger: true,
      }),
    [t],
  )
  return (
    <UiLabelsProvider labels={labels}>
      <LeaveGuardProvider ask={ask}>{children}</LeaveGuardProvider>
      <ConfirmHost />
      <Toasts />
    </UiLabelsProvider>
  )
}
