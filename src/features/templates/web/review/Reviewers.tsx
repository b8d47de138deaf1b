import { X } from 'lucide-react'
import { useState } from 'react'
import { EMAIL_PATTERN } from '#features/account/rules.ts'
import { isRefused } from '#shared/client.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { SettingGroup } from '#ui/settings/SettingRow.tsx'
import { reviews } from '../templatesClient.ts'
import { useChangeReviewers, useReviewers } from './useReviews.ts'

/** The accounts that review templates beside the operator, who names them. */
export function Reviewers() {
  const t = useTranslations('templates')
  const list = useReviewers().data ?? []
  const change = useChangeReviewers()
  const [email, setEmail] = useState('')
  const [isInvalid, setInvalid] = useState(false)
  const add = () => {
    const isValid = EMAIL_PATTERN.test(email.trim())
    setInvalid(!isValid)
    if (isValid) void change.run({ email: email.trim() }).then((isAdded) => isAdded && setEmail(''))
  }
  const error = isInvalid
    ? t('email_invalid')
    : isRefused(change.error, reviews.addReviewer, 'noAccount') && t('reviewers_no_account')
  return (
    <SettingGroup title={t('reviewers')}>
      <p className="pb-3 text-sm text-pretty text-ink2">{t('reviewers_hint')}</p>
      <ul aria-label={t('reviewers')} className="empty:hidden">
        {list.map(({ user_id, email: address, nickname }) => (
          <li key={user_id} className="flex items-center gap-2 border-b border-line py-2">
            <span className="min-w-0 flex-1 text-md wrap-anywhere">
              {nickname} <span className="text-ink2">{address}</span>
            </span>
            <IconButton
              label={t('reviewers_remove', { email: address })}
              icon={<X aria-hidden />}
              onClick={() => void change.run({ id: user_id })}
            />
          </li>
        ))}
      </ul>
      <form
        noValidate
        className="flex flex-wrap items-start gap-2 pt-3"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <TextField
          label={t('reviewers_email')}
          hideLabel
          placeholder={t('reviewers_email')}
          type="email"
          autoComplete="off"
          error={error}
          value={email}
          onChange={(next) => {
            setEmail(next)
            setInvalid(false)
            change.reset()
          }}
          className="w-72 max-sm:w-full"
        />
        <Button type="submit" className="h-10!" busy={change.isBusy}>
          {t('reviewers_add')}
        </Button>
      </form>
    </SettingGroup>
  )
}
