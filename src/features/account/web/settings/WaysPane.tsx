import { ErrorState } from '#ui/ErrorState.tsx'
import { SettingGroup, SettingRow } from '#ui/SettingRow.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { useTranslations } from '#ui/words.ts'
import { isHiddenAddress } from '../../rules.ts'
import { IdentityRows } from './IdentityRows.tsx'
import { Invitations } from './Invitations.tsx'
import { PasswordRow } from './PasswordRow.tsx'
import { useInstance, useSignInMethods } from './queries.ts'
import { useReauthentication } from './useProof.tsx'

/** E-mail, password, identities of providers, and invitations if sign-up is by invitation. */
export function SignInMethodsPane({ goTo = navigateTo }: { onSignedOut?: () => void; goTo?: (address: string) => void }) {
  const t = useTranslations('account')
  const signInMethods = useSignInMethods()
  const instance = useInstance()
  const { withReauthentication, reauthenticationDialog } = useReauthentication()
  if (signInMethods.error)
    return <ErrorState error={signInMethods.error} title={t('ways_failed')} onRetry={() => void signInMethods.refetch()} />
  if (!signInMethods.data) return <SkeletonRows rows={4} />
  const { email, is_relay, has_password } = signInMethods.data
  const hasAddress = email !== '' && !is_relay
  return (
    <>
      <SettingRow title={t('ways_email')} hint={hasAddress ? t('ways_email_hint') : t('ways_email_hidden')}>
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
