import { variablesOfType } from '@kaimai/contract/letter/letter.rules.ts'
import { IconBraces } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useText } from '../../lib/i18n/use-text.tsx'
import { Button } from '../../ui/button.tsx'
import { DropdownMenu } from '../../ui/dropdown-menu.tsx'
import { icon16 } from '../../ui/icon-props.ts'
import { toast } from '../../ui/toast.tsx'

const typed = 'input:not([type]), input[type="text"], textarea, [contenteditable="true"]'

/** As it stands in a text of a language; not everybody has a name, so that one says what stands there instead. */
const placeOf = (variable: string, language: string | undefined): string =>
  variable === 'name' ? `{{name|${language === 'en' ? 'there' : '您'}}}` : `{{${variable}}}`

/** Empty: it is in no field of the letter itself. */
const fieldOf = (element: Element, within: string): string =>
  element.closest<HTMLElement>(`[data-field^="${within}"]`)?.dataset['field'] ?? ''

interface VariableMenuProps {
  readonly type: number
  /** What the names of the letter's own fields begin with; behind it stands the language of each. */
  readonly within?: 'contents.' | 'sms.'
}

/** Puts variables where somebody wrote last: in a line, or in a text of the editor. */
export const VariableMenu = ({ type, within = 'contents.' }: VariableMenuProps) => {
  const t = useText('letter-template')
  const last = useRef<HTMLElement>(null)
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      // A field of the letter itself: the name of the template takes none, nor does the search for a recipient.
      const isOfLetter = target instanceof HTMLElement && target.matches(typed) && fieldOf(target, within) !== ''
      if (isOfLetter) last.current = target
    }
    document.addEventListener('focusin', remember)
    return () => document.removeEventListener('focusin', remember)
  }, [within])

  const insert = (variable: string) => {
    const field = last.current
    if (!field?.isConnected) {
      toast.info(t('variable.where'))
      return
    }
    field.focus()
    // The one way that a line and the editor of texts both take as typed, and that undo takes back.
    const [, language] = fieldOf(field, within).split('.')
    document.execCommand('insertText', false, placeOf(variable, language))
  }
  return (
    <DropdownMenu
      side={within === 'sms.' ? 'left' : 'right'}
      items={(variablesOfType(type) ?? []).map((variable) => ({
        label: t(`variable.${variable}`),
        hint: `{{${variable}}}`,
        run: () => insert(variable),
      }))}
      renderTrigger={(trigger) => (
        <Button {...trigger} size="s" icon={<IconBraces {...icon16} />}>
          {t('variable.insert')}
        </Button>
      )}
    />
  )
}
