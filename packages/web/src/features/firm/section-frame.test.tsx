import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createPlainTranslator } from '../../lib/i18n/translator.ts'
import { TextProvider } from '../../lib/i18n/use-text.tsx'
import type { Session, SessionState } from '../../lib/session/session.ts'
import { SessionProvider } from '../../lib/session/use-session.tsx'
import { UiLabelsProvider, type UiLabels } from '../../ui/labels.tsx'
import { SectionFrame } from './section-frame.tsx'
import zh from './text/zh-TW.json' with { type: 'json' }

const nothing = async () => undefined

const sessionWith = (bombmySetting: 1 | 2): Session => {
  const state: SessionState = {
    status: 'in',
    firmInfo: {
      firmId: 'f',
      name: '禾木陶室',
      imgUrl: '',
      liveHours: '10:00:00',
      liveHoursExpireDate: null,
      bombmyDomainName: '',
      pointSafetyStockNotice: null,
      smsPoint: 0,
      isSurenotify: false,
      isDemo: false,
      testMode: false,
      currency: 'TWD',
      colorToneId: '#94500f',
    },
    userInfo: { userId: 'u', userName: '', userPhone: '', userEmail: '', role: 'analyst', oneDeviceStatus: false },
    authority: { bombmyLive: 2, bombmySignup: 2, bombmySetting },
    platformAuthority: { bombmy: 1, bombmyAssociation: 1, bombcourse: 0 },
  }
  return {
    state: { get: () => state, subscribe: () => () => undefined },
    start: async () => ({ kind: 'stay' }),
    login: nothing,
    register: nothing,
    accept: nothing,
    refresh: nothing,
    renew: nothing,
    staff: () => undefined,
    logout: nothing,
    drop: () => undefined,
  }
}

const form = {
  values: {},
  dirty: true,
  saving: false,
  errors: {},
  failure: undefined,
  submit: nothing,
  reset: () => undefined,
  question: undefined,
  answer: nothing,
  leaveQuestion: () => undefined,
  news: undefined,
  set: () => undefined,
}

// Every word of the ui is its own name.
const labels = new Proxy({} as UiLabels, { get: (_, name) => String(name) })

const seen = (bombmySetting: 1 | 2) =>
  renderToString(
    <TextProvider translator={createPlainTranslator('zh-TW', { firm: zh })}>
      <SessionProvider session={sessionWith(bombmySetting)}>
        <UiLabelsProvider labels={labels}>
          <SectionFrame form={form}>
            <input name="name" />
          </SectionFrame>
        </UiLabelsProvider>
      </SessionProvider>
    </TextProvider>,
  )

test('FIRM-35 Who may only read the settings sees them locked, with the sentence why, and nothing to save', () => {
  const reader = seen(1)
  expect(reader).toContain(zh.readOnly)
  expect(reader).toMatch(/<fieldset[^>]*disabled/)
  expect(reader).not.toContain(`>${zh.bar.save}<`)
  const writer = seen(2)
  expect(writer).not.toContain(zh.readOnly)
  expect(writer).not.toMatch(/<fieldset[^>]*disabled/)
  expect(writer).toContain(zh.bar.save)
})
