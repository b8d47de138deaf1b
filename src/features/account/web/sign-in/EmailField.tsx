import type { Ref } from 'react'
import { TextField } from '#ui/form/TextField.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { FormErrors } from './formErrors.ts'
import { useFormatWait } from './useFormatWait.ts'

export type EmailFieldProps = { value: string; onChange: (value: string) => void; errors: FormErrors; ref: Ref<HTMLInputElement> }

/** The e-mail address of the sign-in form. */
export function EmailField({ value, onChange, errors, ref }: EmailFieldProps) {
  const t = useTranslations('account')
  const formatWait = useFormatWait()
  const emailError = errors.fieldErrors.email
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
      error={emailError && t(emailError, { wait: formatWait(errors.retryAfter) })}
    />
  )
}
