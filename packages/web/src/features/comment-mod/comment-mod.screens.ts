import { defineScreens } from '../../lib/screens/screens.ts'

export const commentModScreens = defineScreens({
  manageMsgroup: () => import('./comment-mod-list.page.tsx').then((m) => m.CommentModListPage),
  msgroupCreate: () => import('./comment-mod-form.page.tsx').then((m) => m.CommentModCreatePage),
  msgroupEdit: () => import('./comment-mod-form.page.tsx').then((m) => m.CommentModEditPage),
})
