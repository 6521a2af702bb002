import type { SignupRow } from '@kaimai/contract/signup/signup.routes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { CallError } from '../../lib/http/call-error.ts'
import { useText } from '../../lib/i18n/use-text.tsx'
import { askToConfirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { removeSignup, setPublished, signupKey } from './signup.api.ts'

/** Asks, then acts; an error is shown and closes the question. Answers whether it was done. */
const askAndDo = async (
  question: Parameters<typeof askToConfirm>[0],
  action: () => Promise<unknown>,
): Promise<boolean> => {
  let isDone = false
  await askToConfirm({
    ...question,
    run: async () => {
      try {
        await action()
        isDone = true
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (!error.handled) toast.bad(Object.values(error.fields ?? {})[0] ?? error.message)
      }
    },
  })
  return isDone
}

/** What is done with forms, one or several. */
export const useFormMenu = () => {
  const t = useText('signup')
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: signupKey })
  return {
    setPublished: async ({ id, signupName }: SignupRow, published: boolean) => {
      const question = {
        title: published ? t('publish.title', { name: signupName }) : t('unpublish.title'),
        text: t(published ? 'publish.text' : 'unpublish.text'),
        ok: t(published ? 'publish.ok' : 'unpublish.ok'),
        danger: !published,
      }
      if (!(await askAndDo(question, () => setPublished(id, published)))) return
      await refresh()
      toast.good(t(published ? 'done.published' : 'done.closed', { name: signupName }))
    },
    remove: async ({ id, signupName }: SignupRow) => {
      const question = {
        title: t('remove.title', { name: signupName }),
        text: t('remove.text'),
        ok: t('remove.ok'),
        danger: true,
      }
      if (!(await askAndDo(question, () => removeSignup(id)))) return
      await refresh()
      toast.good(t('remove.done', { name: signupName }))
    },
    /** Closes or deletes all of them; answers whether it was done. */
    many: async (rows: readonly SignupRow[], action: 'close' | 'remove'): Promise<boolean> => {
      const count = rows.length
      if (count === 0) return true
      const question = {
        title: t(action === 'close' ? 'closeMany.title' : 'removeMany.title', { count }),
        text: t(action === 'close' ? 'unpublish.text' : 'remove.text'),
        ok: t(action === 'close' ? 'unpublish.ok' : 'remove.ok'),
        danger: true,
      }
      const isDone = await askAndDo(question, () =>
        Promise.all(rows.map(({ id }) => (action === 'close' ? setPublished(id, false) : removeSignup(id)))),
      )
      await refresh()
      if (isDone) toast.good(t(action === 'close' ? 'done.closedMany' : 'done.removedMany', { count }))
      return isDone
    },
  }
}
