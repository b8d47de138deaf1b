import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Refused } from '#shared/client.ts'
import { cleanName } from '#shared/normalizeText.ts'
import { useExplainError } from '#ui/feedback/useExplainError.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { NICKNAME_MAX } from '../contract.ts'
import type { Settings } from '../contract.ts'
import { profileClient } from './profileClient.ts'
import { SETTINGS_MUTATION_KEY, applyChange } from './useSettings.ts'

/** The answers to the question how to call the user, which Home asks once per account. */
export type NameQuestion = {
  /** Saves the name. Sets `error` when it is not valid or could not be saved. */
  save: (name: string) => void
  /** Home then greets without a name and does not ask again, on any device. */
  skip: () => void
  saving: 'save' | 'skip' | undefined
  /** Why the last answer was not saved. */
  error: string | undefined
}

/** `onAnswered` is called when an answer is saved. */
export function useNameQuestion(onAnswered: () => void): NameQuestion {
  const t = useTranslations('profile')
  const explain = useExplainError()
  const queries = useQueryClient()
  const [invalid, setInvalid] = useState<'name_missing' | 'name_long'>()
  const { mutate, error, variables, isPending, reset } = useMutation({
    mutationKey: SETTINGS_MUTATION_KEY,
    scope: { id: 'settings' },
    mutationFn: (answer: Pick<Partial<Settings>, 'nickname' | 'greet_by_name'>) => profileClient.changeSettings({ body: answer }),
    onSuccess: ({ data }) => {
      applyChange(queries, data)
      onAnswered()
    },
  })
  const save = (text: string) => {
    const nickname = cleanName(text)
    const problem = nickname === '' ? 'name_missing' : nickname.length > NICKNAME_MAX ? 'name_long' : undefined
    setInvalid(problem)
    if (problem) reset()
    else mutate({ nickname })
  }
  const skip = () => {
    setInvalid(undefined)
    mutate({ greet_by_name: false })
  }
  const isRefusedName = error instanceof Refused && error.httpStatus === 422
  const failure = error ? (isRefusedName ? t('name_refused') : explain(error).text) : undefined
  return {
    save,
    skip,
    saving: isPending ? (variables.nickname === undefined ? 'skip' : 'save') : undefined,
    error: invalid ? t(invalid) : failure,
  }
}
