import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { youtubeIdOf } from './youtube.rules.ts'

const id = 'dQw4w9WgXcQ'

test('LIVE-60 Every address that YouTube gives for a video names it', () => {
  for (const address of [
    `https://www.youtube.com/watch?v=${id}`,
    `https://youtube.com/watch?feature=share&v=${id}&t=12s`,
    `http://m.youtube.com/watch?v=${id}`,
    `https://youtu.be/${id}?si=abc`,
    `youtu.be/${id}`,
    `https://www.youtube.com/live/${id}?feature=share`,
    `https://www.youtube.com/embed/${id}`,
    `https://www.youtube-nocookie.com/embed/${id}`,
    `https://youtube.com/shorts/${id}/`,
    `  https://www.YouTube.com/watch?v=${id}  `,
  ])
    expect(youtubeIdOf(address), address).toBe(id)
})

test('LIVE-52 Anything else names none', () => {
  for (const address of [
    '',
    id,
    'https://www.youtube.com/',
    'https://www.youtube.com/watch',
    `https://www.youtube.com/watch?v=${id}x`,
    'https://www.youtube.com/@kaimai/live',
    `https://www.youtube.com/playlist?list=${id}`,
    `https://evil.example/watch?v=${id}`,
    `https://youtube.com.evil.example/watch?v=${id}`,
    `https://user@youtube.com/watch?v=${id}`,
    `javascript:alert(1)//youtu.be/${id}`,
    `https://youtu.be/${id.slice(1)}"`,
  ])
    expect(youtubeIdOf(address), address).toBeUndefined()
})

test('LIVE-53 Whatever is written, it answers an id of 11 signs or none', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.webUrl(),
        fc.string().map((text) => `https://youtu.be/${text}`),
      ),
      (address) => {
        expect(youtubeIdOf(address) ?? id).toMatch(/^[\w-]{11}$/)
      },
    ),
  )
})
