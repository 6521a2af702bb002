/** Files of ui/ that no page of the gallery shows, and why (tested). */
export const notShown: Readonly<Record<string, string>> = {
  'labels.tsx': 'the words that components say by themselves; shows nothing of its own',
  'theme.tsx': 'Mantine on our tokens; every page stands in it',
  'import-modal.tsx': "needs a file and a server's answer: the tour shows it in the screens that import",
  'merge-dialog.tsx': 'needs a record that two people changed: the journey two-tabs shows it where they edit',
  'crop-modal.tsx': 'needs a picture that was just chosen: the tour shows it where posters are made',
  'audience/sheet.tsx': 'lies over the whole page and takes the focus: the tour shows it in room and checkout',
  'audience/consent-bar.tsx': 'stands at the window’s lower edge: its journey shows it on public pages',
  'import-rows.tsx': 'the rows of import-modal',
  'import-run-modal.tsx': "needs a file and a server's answer: the journey imports shows it",
  'import-progress.tsx': 'follows a run on the server: the journey imports shows it',
  'import-note.tsx': 'tells what became of a run on the server: the journey imports shows it',
  'rich-text/rich-text-editor.tsx': 'is fetched with its library by rich-text-field: the journey rich-text shows it',
  'rich-text/rich-text-field.tsx': 'needs a way to upload pictures: the journey rich-text shows it in three forms',
  'rich-text/rich-text-toolbar.tsx': 'the buttons of rich-text-editor',
  'rich-text/link-bar.tsx': 'the line of rich-text-editor in which a link is written',
  'rich-text/picture-view.tsx': 'a picture within rich-text-editor',
}
