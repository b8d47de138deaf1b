import { useId, useState } from 'react'
import { SettingRow } from '#ui/settings/SettingRow.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { cleanName } from '#shared/normalizeText.ts'
import { NICKNAME_MAX } from '../../contract.ts'
import { useMe } from '../useMe.ts'
import { AvatarRow } from './AvatarRow.tsx'
import { EditablePane } from './EditablePane.tsx'
import type { EditablePaneProps } from './EditablePane.tsx'

/** Nickname, avatar and membership tier. */
export function ProfilePane() {
  return <EditablePane>{(props) => <ProfileSettings {...props} />}</EditablePane>
}

function ProfileSettings({ settings, change }: EditablePaneProps) {
  const t = useTranslations('profile')
  const tMembership = useTranslations('membership')
  const me = useMe()
  const hintId = useId()
  return (
    <>
      <AvatarRow name={settings.nickname} avatar={settings.avatar} change={change} />
      <SettingRow title={t('name')} hint={t('name_hint')} hintId={hintId}>
        <NameField key={settings.nickname} settings={settings} change={change} describedBy={hintId} />
      </SettingRow>
      {me && (
        <SettingRow title={t('member_plan')} hint={t('member_plan_hint')}>
          <span className="text-base text-ink2">{tMembership(`plan_${me.membership_type}`)}</span>
        </SettingRow>
      )}
    </>
  )
}

/** Enter and blur save the name. Escape restores the saved name. */
function NameField({ settings, change, describedBy }: EditablePaneProps & { describedBy: string }) {
  const t = useTranslations('profile')
  const [draft, setDraft] = useState(settings.nickname)
  const [error, setError] = useState<'name_missing' | 'name_long'>()
  const save = () => {
    const nickname = cleanName(draft)
    if (nickname === '') return setError('name_missing')
    if (nickname.length > NICKNAME_MAX) return setError('name_long')
    setDraft(nickname)
    setError(undefined)
    if (nickname !== settings.nickname) void change({ nickname }).then((saved) => saved || setDraft(settings.nickname))
  }
  return (
    <TextField
      label={t('name')}
      hideLabel
      className="w-72 max-sm:w-full"
      autoComplete="name"
      dir="auto"
      aria-describedby={describedBy}
      value={draft}
      onChange={setDraft}
      error={error && t(error)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing) save()
        if (event.key !== 'Escape' || draft === settings.nickname) return
        event.stopPropagation()
        setError(undefined)
        setDraft(settings.nickname)
      }}
    />
  )
}
