import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { commonEmailDomains, goodEmailDomains, meantEmail } from './email-typo.rules.ts'

test.each([
  ['jia@gmial.con', 'jia@gmail.com'],
  ['jia@gmail.con', 'jia@gmail.com'],
  ['jia@gmal.com', 'jia@gmail.com'],
  ['jia@gamil.com', 'jia@gmail.com'],
  ['jia@yahoo.com.tww', 'jia@yahoo.com.tw'],
  ['jia@yaho.com.tw', 'jia@yahoo.com.tw'],
  ['Jia.Lin+a@Hotmial.com', 'Jia.Lin+a@hotmail.com'],
  ['jia@iclould.com', 'jia@icloud.com'],
  ['jia＠gmail.cmo', 'jia@gmail.com'],
])('COMMON-32 The mistyped e-mail %s is asked about: %s was meant', (typed, meant) => {
  expect(meantEmail(typed)).toBe(meant)
})

test('COMMON-33 An e-mail at a domain that is known to be good is never asked about', () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.constantFrom(...goodEmailDomains), fc.boolean(), (address, domain, isUpper) => {
      const local = address.slice(0, address.lastIndexOf('@'))
      expect(meantEmail(`${local}@${isUpper ? domain.toUpperCase() : domain}`)).toBeUndefined()
    }),
  )
})

test('COMMON-34 A firm’s own domain, and what is no address yet, is not asked about', () => {
  for (const typed of ['', 'jia', 'jia@', '@gmial.con', 'a@kaimai.tw', 'a@chiri-studio.com.tw', 'a@ntu.edu.tw'])
    expect(meantEmail(typed)).toBeUndefined()
})

test('COMMON-35 What is proposed has the typed name, a common domain, and is not asked about again', () => {
  const domain = fc.constantFrom(...commonEmailDomains)
  const slip = fc.record({ at: fc.nat(20), letter: fc.constantFrom(...'abcmnot.'), kind: fc.constantFrom(0, 1, 2) })
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z][a-z0-9.]{0,12}$/), domain, slip, (local, good, { at, letter, kind }) => {
      const i = at % good.length
      const typed = good.slice(0, i) + (kind === 0 ? '' : letter) + good.slice(kind === 1 ? i : i + 1)
      const meant = meantEmail(`${local}@${typed}`)
      if (meant === undefined) return
      expect(commonEmailDomains).toContain(meant.slice(meant.lastIndexOf('@') + 1))
      expect(meant.startsWith(`${local}@`)).toBe(true)
      expect(meantEmail(meant)).toBeUndefined()
    }),
  )
})
