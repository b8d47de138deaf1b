import { type Ref, useState } from 'react'
import { Eye, EyeOff } from 'lucide-react'
import { TextField } from '#ui/form/TextField.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { PASSWORD_MIN } from '../../rules.ts'
import type { FormErrors } from './fieldErrors.ts'
import { useFormatWait } from './FormError.tsx'

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

type PasswordFieldProps = {
  value: string
  onChange: (value: string) => void
  errors: FormErrors
  /** True for choosing a new password, which a password manager can suggest; false for an existing one. */
  isNew: boolean
  ref: Ref<HTMLInputElement>
}

/** A password field with a button to show the password. */
export function PasswordField({ value, onChange, errors, isNew, ref }: PasswordFieldProps) {
  const t = useTranslations('account')
  const formatWait = useFormatWait()
  const [isVisible, setVisible] = useState(false)
  const passwordError = errors.fieldErrors.password
  return (
    <TextField
      ref={ref as Ref<HTMLInputElement | HTMLTextAreaElement>}
      label={t('password')}
      type={isVisible ? 'text' : 'password'}
      name="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      required
      hint={isNew ? t('password_hint', { min: PASSWORD_MIN }) : undefined}
      value={value}
      onChange={onChange}
      error={passwordError && t(passwordError, { min: PASSWORD_MIN, wait: formatWait(errors.retryAfter) })}
      after={
        <IconButton
          size="sm"
          className="-mr-1.5"
          label={isVisible ? t('hide_password') : t('show_password')}
          icon={isVisible ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          onClick={() => setVisible(!isVisible)}
        />
      }
    />
  )
}
