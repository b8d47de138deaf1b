import type { Ref } from 'react'
import { TextField } from '#ui/TextField.tsx'
import { useWords } from '#ui/words.ts'
import type { FormErrors } from './signInTroubles.ts'
import { useWaitWords } from './useWaitWords.ts'

export type EmailFieldProps = { value: string; onChange: (value: string) => void; errors: FormErrors; ref: Ref<HTMLInputElement> }

/** The e-mail address of the sign-in form. */
export function EmailField({ value, onChange, errors, ref }: EmailFieldProps) {
  const t = useWords('account')
  const waitWords = useWaitWords()
  const trouble = errors.troubles.email
  return (
    <TextField
      ref={ref as Ref<HTMLInputElement | HTMLTextAreaElement>}
      label={t('email')}
      type="email"
      name="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="you@example.org"
      required
      value={value}
      onChange={onChange}
      error={trouble && t(trouble, { wait: waitWords(errors.wait) })}
    />
  )
}
