import type { Page } from '@kaimai/contract/common/page.ts'

/** The items of a list from its first page on; each further page is read when its items are asked for. */
export async function* itemsFrom<T>(
  first: Page<T>,
  pageAfter: (cursor: string) => Promise<Page<T>>,
): AsyncGenerator<T, void> {
  for (let page = first; ; page = await pageAfter(page.cursor)) {
    yield* page.items
    if (page.cursor === undefined) return
  }
}
