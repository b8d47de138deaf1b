import { ErrorState } from '#ui/ErrorState.tsx'
import { SettingGroup, SettingRow } from '#ui/SettingRow.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { useWords } from '#ui/words.ts'
import { isHiddenAddress } from '../../rules.ts'
import { IdentityRows } from './IdentityRows.tsx'
import { Invitations } from './Invitations.tsx'
import { PasswordRow } from './PasswordRow.tsx'
import { useInstance, useWays } from './queries.ts'
import { useProof } from './useProof.tsx'

/** E-mail, password, identities of providers, and invitations if sign-up is by invitation. */
export function WaysPane({ goTo = leaveFor }: { onSignedOut?: () => void; goTo?: (address: string) => void }) {
  const t = useWords('account')
  const ways = useWays()
  const instance = useInstance()
  const { withProof, proof } = useProof()
  if (ways.error) return <ErrorState error={ways.error} title={t('ways_failed')} onRetry={() => void ways.refetch()} />
  if (!ways.data) return <SkeletonRows rows={4} />
  const { email, is_relay, has_password } = ways.data
  const hasAddress = email !== '' && !is_relay
  return (
    <>
      <SettingRow title={t('ways_email')} hint={hasAddress ? t('ways_email_hint') : t('ways_email_hidden')}>
        {hasAddress && !isHiddenAddress(email) && <span className="text-base break-all text-ink2 select-all">{email}</span>}
      </SettingRow>
      <PasswordRow hasPassword={has_password} withProof={withProof} />
      <IdentityRows ways={ways.data} providers={instance.data?.providers ?? []} withProof={withProof} goTo={goTo} />
      {instance.data?.sign_up === 'invite' && (
        <SettingGroup title={t('invites')}>
          <Invitations />
        </SettingGroup>
      )}
      {proof}
    </>
  )
}

/** Navigates to the provider, which redirects back to this page. */
function leaveFor(address: string): void {
  location.assign(address)
}
