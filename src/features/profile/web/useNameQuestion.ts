import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cleanName } from '#shared/normalizeText.ts'
import { useAction } from '#ui/action/useAction.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { NICKNAME_MAX } from '../contract.ts'
import type { Settings } from '../contract.ts'
import { profileClient } from './profileClient.ts'
import { SETTINGS_QUEUE, applyChange } from './useSettings.ts'

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
  const queries = useQueryClient()
  const [invalid, setInvalid] = useState<'name_missing' | 'name_long'>()
  const answer = useAction(
    (change: Pick<Partial<Settings>, 'nickname' | 'greet_by_name'>) => profileClient.changeSettings({ body: change }),
    {
      queue: SETTINGS_QUEUE,
      show: 'inline',
      refusals: { 422: t('name_refused') },
      onSuccess: ({ data }) => {
        applyChange(queries, data)
        onAnswered()
      },
    },
  )
  const save = (text: string) => {
    const nickname = cleanName(text)
    const problem = nickname === '' ? 'name_missing' : nickname.length > NICKNAME_MAX ? 'name_long' : undefined
    setInvalid(problem)
    if (problem) answer.reset()
    else void answer.run({ nickname })
  }
  const skip = () => {
    setInvalid(undefined)
    void answer.run({ greet_by_name: false })
  }
  return {
    save,
    skip,
    saving: answer.input && (answer.input.nickname === undefined ? 'skip' : 'save'),
    error: invalid ? t(invalid) : answer.explanation?.text,
  }
}
