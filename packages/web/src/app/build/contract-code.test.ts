import { announcementRoutes, announcementTypes } from '@kaimai/contract/announcement/announcement.routes.ts'
import * as announcement from '@kaimai/contract/announcement/announcement.routes.ts'
import * as auth from '@kaimai/contract/auth/auth.routes.ts'
import * as errorTexts from '@kaimai/contract/common/error-text.ts'
import * as signupTexts from '@kaimai/contract/signup/signup.errors.ts'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { importTexts, markPure, stripRoutes, textTablesOf, writeTexts } from './contract-code.ts'

const evaluate = async (code: string): Promise<Record<string, unknown>> =>
  import(`data:text/javascript,${encodeURIComponent(code)}`)

test('APP-18 Audience pages get a route without its schemas: where it goes, who calls, what kind of answer comes', async () => {
  const stripped = await evaluate(stripRoutes(announcement))
  expect(stripped.announcementRoutes).toEqual({
    alerts: {
      service: 'console',
      method: 'GET',
      path: '/alerts',
      access: { kind: 'public' },
      answer: { kind: 'data' },
    },
    list: {
      service: 'console',
      method: 'GET',
      path: announcementRoutes.list.path,
      access: { kind: 'firm' },
      answer: { kind: 'page' },
    },
  })
  expect(stripped.announcementTypes).toEqual(announcementTypes)
  expect(Object.keys(stripped)).not.toContain('Announcement')
})

test('APP-19 Every route of a table is kept', async () => {
  const stripped = await evaluate(stripRoutes(auth))
  const kept = stripped.authRoutes
  expect(Object.keys(kept ?? {})).toEqual(Object.keys(auth.authRoutes))
  expect(JSON.stringify(kept)).not.toMatch(/zod|_def|shape/)
})

test('APP-20 Constants made by calls are marked as free of side effects, others stay as they are', () => {
  const code = [
    "import { z } from 'zod'",
    'export const Name = z.string().min(1)',
    'const known = new Map()',
    'export const limit = 3, Also = z.number()',
    'const parts = { seq: z.number() }',
    'export const make = (max) => z.string().max(max)',
  ].join('\n')
  expect(markPure(code, parseAst(code)).split('\n').slice(1)).toEqual([
    'export const Name = /* @__PURE__ */ (() => z.string().min(1))()',
    'const known = /* @__PURE__ */ (() => new Map())()',
    'export const limit = 3, Also = /* @__PURE__ */ (() => z.number())()',
    'const parts = /* @__PURE__ */ (() => ({ seq: z.number() }))()',
    'export const make = (max) => z.string().max(max)',
  ])
})

test('APP-90 Of a table of error texts a page gets those that it names, each by itself', async () => {
  expect(textTablesOf(signupTexts)).toEqual(['signupErrors'])
  expect(textTablesOf(errorTexts)).toEqual(['common'])
  const texts = await evaluate(writeTexts(signupTexts.signupErrors))
  expect(texts).toMatchObject(signupTexts.signupErrors)
})

test('APP-91 A table of error texts is imported as the module that stands for it, all else from where it was', () => {
  const code = [
    "import { common, formatErrorText as format } from '../common/error-text.ts'",
    "import { signupErrors as errors } from './signup.errors.ts'",
    "import { useState } from 'react'",
    'export const check = (name) => (name === "" ? errors.fillName : format(common.tooLong))',
  ].join('\n')
  const moduleOf = (source: string, name: string) =>
    name === 'common' || name === 'signupErrors' ? `texts:${name}:${source}` : undefined
  expect(importTexts(code, parseAst(code) as Parameters<typeof importTexts>[1], moduleOf).split('\n')).toEqual([
    `import { formatErrorText as format } from "../common/error-text.ts";import * as common from "texts:common:../common/error-text.ts";`,
    `import * as errors from "texts:signupErrors:./signup.errors.ts";`,
    "import { useState } from 'react'",
    'export const check = (name) => (name === "" ? errors.fillName : format(common.tooLong))',
  ])
})
