import { expect, test } from 'vitest'
import { createHasMarks, olderCss } from './older-css.ts'

const older = (css: string): string => olderCss(css, createHasMarks())

test('OLDER-BROWSER-0 A container that fills the screen is the screen to a browser that knows none', () => {
  expect(older('@container screen (min-width: 900px) and (min-height: 451px) {.a{b:c}}')).toBe(
    '@media (min-width: 900px) and (min-height: 451px) {.a{b:c}}',
  )
  expect(older('@container screen (width<=899px) and (height>450px){.a{b:c}}')).toBe(
    '@media (max-width:899px) and (min-height:450.02px){.a{b:c}}',
  )
})

test('OLDER-BROWSER-1 Heights of a screen whose bars come and go are those of the whole', () => {
  expect(older('.a{height:calc(var(--h,100dvh) - 8svh);min-width:5.5dvw}')).toBe(
    '.a{height:calc(var(--h,100vh) - 8vh);min-width:5.5vw}',
  )
  expect(older('.endvh{--10dvhx:1}')).toBe('.endvh{--10dvhx:1}')
})

test('OLDER-BROWSER-2 Of two mixed colours the one with more of it stays; words on a veil stay readable', () => {
  const mixed = (mix: string) => older(`.a{color:${mix}}`).slice('.a{color:'.length, -1)
  expect(mixed('color-mix(in srgb, var(--raised) 92%, transparent)')).toBe('var(--raised)')
  expect(mixed('color-mix(in srgb,var(--ink) 14%,transparent)')).toBe('transparent')
  expect(mixed('color-mix(in srgb, var(--tone, var(--accent)) 88%, var(--ink))')).toBe('var(--tone, var(--accent))')
  expect(mixed('color-mix(in srgb, red, blue 70%)')).toBe('blue')
  expect(mixed('color-mix(in srgb, color-mix(in srgb, red 80%, blue) 60%, transparent)')).toBe('red')
})

test('OLDER-BROWSER-3 What an element has below it is a mark, one for each that is asked for', () => {
  const has = createHasMarks()
  expect(olderCss('.a:has(:checked) .b,.c:not(:has(> .strip)){d:e}.f:has(:checked){g:h}', has)).toBe(
    '.a[data-has~="m0"] .b,.c:not([data-has~="m1"]){d:e}.f[data-has~="m0"]{g:h}',
  )
  expect(has.marks()).toEqual([
    { mark: 'm0', below: ':checked', child: false },
    { mark: 'm1', below: '.strip', child: true },
  ])
  expect(olderCss('html:has(input:not([type="radio"], [type="checkbox"]):focus, textarea:focus) .bar{a:b}', has)).toBe(
    'html:is([data-has~="m2"],[data-has~="m3"]) .bar{a:b}',
  )
})
