import type { SettingsPaneProps } from '#ui/feature/WebFeature.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { SettingGroup, SettingRow } from '#ui/settings/SettingRow.tsx'
import { SkeletonRows } from '#ui/feedback/Skeleton.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { isHiddenAddress } from '../../rules.ts'
import { IdentityRows } from '../sso/IdentityRows.tsx'
import { Invitations } from '../sign-up/Invitations.tsx'
import { PasswordRow } from '../password/PasswordRow.tsx'
import { useReauthentication } from '../password/useReauthentication.tsx'
import { useInstance, useSignInMethods } from '../queries.ts'

/** E-mail, password, identities of providers, and invitations if sign-up is by invitation. */
export function SignInMethodsPane({ goTo = navigateTo }: SettingsPaneProps & { goTo?: (address: string) => void }) {
  const t = useTranslations('account')
  const signInMethods = useSignInMethods()
  const instance = useInstance()
  const { withReauthentication, reauthenticationDialog } = useReauthentication()
  if (signInMethods.error)
    return (
      <ErrorState error={signInMethods.error} title={t('sign_in_methods_failed')} onRetry={() => void signInMethods.refetch()} />
    )
  if (!signInMethods.data) return <SkeletonRows rows={4} />
  const { email, is_relay, has_password } = signInMethods.data
  const hasAddress = email !== '' && !is_relay
  return (
    <>
      <SettingRow title={t('contact_email')} hint={hasAddress ? t('contact_email_hint') : t('contact_email_hidden')}>
        {hasAddress && !isHiddenAddress(email) && <span className="text-base break-all text-ink2 select-all">{email}</span>}
      </SettingRow>
      <PasswordRow hasPassword={has_password} withReauthentication={withReauthentication} />
      <IdentityRows
        signInMethods={signInMethods.data}
        providers={instance.data?.providers ?? []}
        withReauthentication={withReauthentication}
        goTo={goTo}
      />
      {instance.data?.sign_up === 'invite' && (
        <SettingGroup title={t('invites')}>
          <Invitations />
        </SettingGroup>
      )}
      {reauthenticationDialog}
    </>
  )
}

/** Navigates to the provider, which redirects back to this page. */
function navigateTo(address: string): void {
  location.assign(address)
}
