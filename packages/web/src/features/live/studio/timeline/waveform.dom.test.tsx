import type { Waveform as WaveformAnswer } from '@kaimai/contract/video/video.routes.ts'
import { videoRoutes } from '@kaimai/contract/video/video.routes.ts'
import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import { idOf } from '../../../../../test/record.ts'
import { test } from '../../../../../test/screen.tsx'
import { StudioProvider } from '../editor-context.ts'
import { createEditorStore } from '../editor-store.ts'
import { emptyDoc } from '../model/studio-doc.ts'
import { Waveform } from './waveform.tsx'

const videoId = idOf(5)
const row = () => (
  <StudioProvider
    value={{
      editor: createEditorStore(emptyDoc, 600_000),
      known: new Map(),
      people: [],
      problems: new Map(),
      readOnly: false,
    }}
  >
    <Waveform videoId={videoId} height={28} />
  </StudioProvider>
)

test('LIVE-741 Where there is no waveform its row says why: it is being drawn, the film is silent, or there is none', async ({
  wire,
  mount,
}) => {
  const states: WaveformAnswer['state'][] = ['making', 'making', 'silent']
  wire.answer(videoRoutes.waveform, () => ({ state: states.shift() ?? 'silent', url: '' }))
  await mount(row())
  expect(await screen.findByText('Drawing the waveform…')).toBeDefined()
  // It is asked for until it is known.
  expect(await screen.findByText('This video has no sound', {}, { timeout: 20_000 })).toBeDefined()
  expect(wire.sent(videoRoutes.waveform).map(({ params }) => params.id)).toEqual([videoId, videoId, videoId])
})

test('LIVE-742 A waveform that can’t be made says so in its row', async ({ wire, mount }) => {
  const none: WaveformAnswer = { state: 'none', url: '' }
  wire.answer(videoRoutes.waveform, () => none)
  await mount(row())
  expect(await screen.findByText(/^No waveform:/)).toBeDefined()
})
