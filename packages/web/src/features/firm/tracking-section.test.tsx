import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { createPlainTranslator } from '../../lib/i18n/translator.ts'
import { TextProvider } from '../../lib/i18n/use-text.tsx'
import { advertiserDays } from './firm.api.ts'
import zh from './text/zh-TW.json' with { type: 'json' }
import { DroppedEvents } from './tracking-section.tsx'

const shown = (days: { day: string; passed: number; dropped: number }[]): string => {
  const client = new QueryClient()
  client.setQueryData(advertiserDays().queryKey, { days })
  return renderToString(
    <TextProvider translator={createPlainTranslator('zh-TW', { firm: zh })}>
      <QueryClientProvider client={client}>
        <DroppedEvents />
      </QueryClientProvider>
    </TextProvider>,
  )
}

test('FIRM-2 The tracking settings name each day on which events were not sent to ad platforms, and how many.', () => {
  const day = (date: string, dropped: number) => ({ day: date, passed: 50_000, dropped })
  const html = shown([day('2026-11-22', 1_234), day('2026-11-21', 0)])
  expect(html).toContain('2026年11月22日')
  expect(html).toMatch(/1,?234 筆/)
  expect(html).toContain('50,000 筆')
  expect(html).not.toContain('11月21日')
  expect(shown([day('2026-11-21', 0)])).toBe('')
})
