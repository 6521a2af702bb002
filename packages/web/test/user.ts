import { type UserEvent, userEvent } from '@testing-library/user-event'

/** Who uses the page. Whether something lies over a control is for e2e: there is no layout here. */
export const createUser = (): UserEvent => userEvent.setup({ pointerEventsCheck: 0 })

/** Fills in a field in one go, in place of what stands there: a key at a time draws a large form again for each. */
export const fill = async (user: UserEvent, field: Element, text: string): Promise<void> => {
  await user.clear(field)
  await user.click(field)
  await user.paste(text)
}
