import { useCallback, useRef, useState } from 'react'
import { useLanguage } from '../../../lib/i18n/use-text.tsx'
import type { AskedQuestion } from '@kaimai/contract/signup/question.rules.ts'
import { type FieldErrors, errorOf, errorsOf, type FieldName, fieldsOf, isEmptyField, type Person } from './checks.ts'
import { readPerson, writeField } from './form-fields.ts'
import { loadPhoneLibrary, type PhoneLibrary } from './phone-library.ts'

/** On a weak line the server's check is enough. */
const libraryWaitMs = 2000

const without = (errors: FieldErrors, field: FieldName): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field))

/** Checks fields as they are left, all of them before sending, and takes the server's own findings. */
export const usePersonCheck = (
  form: { current: HTMLFormElement | null },
  { countyRequired, questions }: { countyRequired: boolean; questions: readonly AskedQuestion[] },
) => {
  const language = useLanguage()
  const [errors, setErrors] = useState<FieldErrors>({})
  const [right, setRight] = useState<ReadonlySet<FieldName>>(new Set())
  const [library, setLibrary] = useState<PhoneLibrary>()
  const loading = useRef<Promise<PhoneLibrary | undefined>>(undefined)

  const validate = useCallback(
    (field: FieldName, person: Person, known: PhoneLibrary | undefined) => {
      const error = errorOf(field, person, { countyRequired, questions, library: known, language })
      setErrors((before) => ({ ...without(before, field), ...(error === undefined ? {} : { [field]: error }) }))
      setRight(
        (before) => new Set([...before].filter((each) => each !== field).concat(error === undefined ? field : [])),
      )
    },
    [countyRequired, questions, language],
  )

  const loadLibrary = useCallback((): Promise<PhoneLibrary | undefined> => {
    loading.current ??= loadPhoneLibrary().then(
      (loaded) => {
        setLibrary(loaded)
        return loaded
      },
      () => {
        // Without a line: the next focus tries again.
        loading.current = undefined
        return undefined
      },
    )
    return loading.current
  }, [])

  const prettyPhone = (shown: HTMLFormElement, known: PhoneLibrary) => {
    const { phone, phoneCountry } = readPerson(shown)
    writeField(shown, 'phone', known.pretty(phone, phoneCountry))
  }

  return {
    errors,
    right,
    library,
    loadLibrary,
    /** A field was left: an empty one is not yet wrong. */
    leave: (field: FieldName) => {
      const shown = form.current
      if (!shown) return
      const person = readPerson(shown)
      if (isEmptyField(field, person) && errors[field] === undefined) {
        setRight((before) => new Set([...before].filter((each) => each !== field)))
        return
      }
      if (field !== 'phone') return validate(field, person, library)
      void loadLibrary().then((known) => {
        if (known) prettyPhone(shown, known)
        validate('phone', readPerson(shown), known)
      })
    },
    /** Typing removes an error as soon as it is fixed, and never brings one. */
    type: (field: FieldName) => {
      const shown = form.current
      if (shown && errors[field] !== undefined) {
        const person = readPerson(shown)
        if (errorOf(field, person, { countyRequired, questions, library, language }) === undefined)
          validate(field, person, library)
      }
    },
    /** Checks everything; answers the first field that is wrong. */
    all: async (person: Person): Promise<FieldName | undefined> => {
      const wait = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), libraryWaitMs))
      const known = library ?? (await Promise.race([loadLibrary(), wait]))
      const found = errorsOf(person, { countyRequired, questions, library: known, language })
      setErrors(found)
      setRight(new Set(fieldsOf(questions).filter((field) => found[field] === undefined)))
      return fieldsOf(questions).find((field) => found[field] !== undefined)
    },
    /** The server's findings, by field path; answers the first that the form shows. */
    take: (fields: Readonly<Record<string, string>>): FieldName | undefined => {
      const shown = fieldsOf(questions).filter((field) => fields[field] !== undefined)
      setErrors(Object.fromEntries(shown.map((field) => [field, fields[field]])))
      setRight((before) => new Set([...before].filter((field) => !shown.includes(field))))
      return shown[0]
    },
  }
}
