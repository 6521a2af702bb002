import { type CommentMod, CommentModBody, ScriptedComment } from '@kaimai/contract/comment-mod/comment-mod.routes.ts'
import { type Line, sortedLines } from './timed-list.ts'

/** What the server takes, and each comment's own key while it is edited. */
export const EditedGroup = CommentModBody.extend({
  commentModList: ScriptedComment.extend({ key: ScriptedComment.shape.userImgId }).array().max(5000),
})

export const spoken = ({ userImgId, userName, commentText, commentTime }: ScriptedComment): ScriptedComment => ({
  userImgId,
  userName,
  commentText,
  commentTime,
})

type GroupStart = Pick<CommentMod, 'commentModName' | 'videoId' | 'commentModList'>
export const valuesOf = ({ commentModName, videoId, commentModList }: GroupStart) => ({
  commentModName,
  videoId,
  commentModList: commentModList.map((comment, index) => ({ ...spoken(comment), key: `kept-${index}` })),
})

export const bodyOf = (values: { commentModName: string; videoId: string; commentModList: readonly Line[] }) => ({
  commentModName: values.commentModName,
  videoId: values.videoId,
  commentModList: sortedLines(values.commentModList).map(spoken),
})
