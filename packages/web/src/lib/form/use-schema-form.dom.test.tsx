import { act, screen } from '@testing-library/react'
import { expect } from 'vitest'
import { z } from 'zod'
import { test } from '../../../test/screen.tsx'
import { type SchemaForm, useSchemaForm } from './use-schema-form.ts'

const Shop = z.object({ name: z.string().min(1, 'empty'), logo: z.string(), cover: z.string() })
type Shop = z.input<typeof Shop>

/** A form whose fields are set from outside, as uploads do that end when they end. */
const aForm = () => {
  const sent: Shop[] = []
  const now: { form?: SchemaForm<Shop> } = {}
  const Form = () => {
    const form = useSchemaForm<typeof Shop>({
      schema: Shop,
      initial: { name: '器日', logo: '', cover: '' },
      save: async (values) => {
        sent.push(values)
      },
    })
    now.form = form
    return (
      <p role="note">
        {form.values.name} {form.values.logo} {form.values.cover} {form.errors['name']}
      </p>
    )
  }
  const form = () => {
    if (!now.form) throw new Error('the form is not shown')
    return now.form
  }
  return { Form, sent, form }
}

test('FORM-12 Two fields that are set before the page has drawn the first keep both values', async ({ mount }) => {
  const { Form, form } = aForm()
  await mount(<Form />)
  act(() => {
    const { field, set } = form()
    field('logo').onChange('logo.png')
    set({ cover: 'cover.png' })
  })
  expect(screen.getByRole('note').textContent).toBe('器日 logo.png cover.png ')
})

test('FORM-13 What was set in the same moment is sent, and is what a form that was saved holds', async ({ mount }) => {
  const { Form, form, sent } = aForm()
  await mount(<Form />)
  await act(async () => {
    const { set, submit } = form()
    set({ logo: 'logo.png' })
    set({ cover: 'cover.png' })
    await submit()
  })
  const saved = { name: '器日', logo: 'logo.png', cover: 'cover.png' }
  expect(sent).toEqual([saved])
  expect(form()).toMatchObject({ values: saved, clean: saved, dirty: false })
})

test('FORM-14 An error that is shown goes with what is set, and what is reset is not sent', async ({ mount }) => {
  const { Form, form, sent } = aForm()
  await mount(<Form />)
  act(() => form().set({ name: '' }))
  act(() => form().check('name'))
  expect(form().errors).toHaveProperty('name')
  act(() => form().set({ name: '開窯' }))
  expect(form().errors).toEqual({})
  await act(async () => {
    const { set, reset, submit } = form()
    set({ name: '別的' })
    reset()
    await submit()
  })
  expect(sent).toEqual([{ name: '器日', logo: '', cover: '' }])
})
