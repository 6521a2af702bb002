import { useState } from 'react'
import { consoleKeyPrefix } from '../../lib/session/stored-auth.ts'

export type VideoView = 'list' | 'grid'

const key = `${consoleKeyPrefix}video-view`

/** List or pictures, remembered in this browser. */
export const useVideoView = (): [VideoView, (view: VideoView) => void] => {
  const [view, setView] = useState<VideoView>(() => (localStorage.getItem(key) === 'grid' ? 'grid' : 'list'))
  const choose = (next: VideoView) => {
    setView(next)
    localStorage.setItem(key, next)
  }
  return [view, choose]
}
