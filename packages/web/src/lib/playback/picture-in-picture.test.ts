import { afterEach, expect, test, vi } from 'vitest'
import { isInWindow, watchPictureInPicture } from './picture-in-picture.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A browser with the standard's way out, or without. */
const standard = (allows = true) => {
  const page: {
    pictureInPictureEnabled: boolean
    pictureInPictureElement: unknown
    exitPictureInPicture: () => Promise<void>
  } = {
    pictureInPictureEnabled: allows,
    pictureInPictureElement: null,
    exitPictureInPicture: async () => {
      page.pictureInPictureElement = null
      element.dispatchEvent(new Event('leavepictureinpicture'))
    },
  }
  vi.stubGlobal('document', page)
  const element = Object.assign(new EventTarget(), {
    disablePictureInPicture: false,
    refuses: false,
    requestPictureInPicture: async () => {
      if (element.refuses) throw new Error('no picture yet')
      page.pictureInPictureElement = element
      element.dispatchEvent(new Event('enterpictureinpicture'))
    },
  })
  // What a browser's element has beyond this is not touched.
  return { page, element, video: element as unknown as HTMLVideoElement }
}

/** An iPhone: Safari's own way alone, which it knows once it has the media. */
const safari = () => {
  vi.stubGlobal('document', {})
  const element = Object.assign(new EventTarget(), {
    knows: false,
    webkitPresentationMode: 'inline',
    webkitSupportsPresentationMode: (mode: string) => element.knows && mode === 'picture-in-picture',
    webkitSetPresentationMode: (mode: string) => {
      element.webkitPresentationMode = mode
      element.dispatchEvent(new Event('webkitpresentationmodechanged'))
    },
  })
  return { element, video: element as unknown as HTMLVideoElement }
}

test('PLAYBACK-34 A video goes out into a window of its own and comes back, by our button or by the window’s', async () => {
  const { page, video } = standard()
  const window = watchPictureInPicture(video)
  const reported: boolean[] = []
  window.subscribe(() => reported.push(window.snapshot().isOut))
  expect(window.snapshot()).toEqual({ isOffered: true, isOut: false })
  await window.toggle()
  expect(isInWindow(video)).toBe(true)
  await page.exitPictureInPicture()
  await window.toggle()
  await window.toggle()
  expect(reported).toEqual([true, false, true, false])
  window.destroy()
})

test('PLAYBACK-35 On an iPhone it goes Safari’s own way, offered once the media is known', async () => {
  const { element, video } = safari()
  const window = watchPictureInPicture(video)
  expect(window.snapshot().isOffered).toBe(false)
  element.knows = true
  element.dispatchEvent(new Event('loadedmetadata'))
  expect(window.snapshot().isOffered).toBe(true)
  await window.toggle()
  expect([element.webkitPresentationMode, window.snapshot().isOut]).toEqual(['picture-in-picture', true])
  await window.toggle()
  expect(element.webkitPresentationMode).toBe('inline')
})

test('PLAYBACK-36 Picture in picture is not offered where it is not allowed, and an error changes nothing', async () => {
  expect(watchPictureInPicture(standard(false).video).snapshot().isOffered).toBe(false)
  const { element, video } = standard()
  element.refuses = true
  const window = watchPictureInPicture(video)
  await window.toggle()
  expect(window.snapshot()).toEqual({ isOffered: true, isOut: false })
  element.disablePictureInPicture = true
  expect(watchPictureInPicture(video).snapshot().isOffered).toBe(false)
})
