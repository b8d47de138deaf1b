import { useState } from 'react'
import type { Reply } from '#shared/contract.ts'
import { seconds } from '#shared/units.ts'
import { Button } from '#ui/button/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { SettingRow } from '#ui/settings/SettingRow.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { accountContract, ssoContract } from '../../contract.ts'
import type { WithReauthentication } from '../password/useReauthentication.tsx'
import { useErrorToast } from '../settings/useExplainError.ts'
import { sso, useInvalidate } from '../queries.ts'

type SignInMethods = Reply<typeof ssoContract.list>['data']
type Identity = SignInMethods['identities'][number]
type Provider = Reply<typeof accountContract.instance>['data']['providers'][number]

type IdentityRowsProps = {
  signInMethods: SignInMethods
  providers: readonly Provider[]
  withReauthentication: WithReauthentication
  goTo: (address: string) => void
}

/** Connects, disconnects and deletes identities of providers. The last sign-in method cannot be removed. */
export function IdentityRows({ signInMethods, providers, withReauthentication, goTo }: IdentityRowsProps) {
  const t = useTranslations('account')
  const [pendingRemoval, setPendingRemoval] = useState<{ target: Identity; deletes: boolean }>()
  const { busy, run } = useIdentityCalls()
  const unusedProviders = providers.filter(
    ({ id }) => !signInMethods.identities.some(({ sso_type, is_bound }) => sso_type === id && is_bound),
  )
  // Shows the name of the provider. The user's name there would not help, because the address is shown as well.
  const providerNameOf = ({ sso_type, name }: Identity) => providers.find(({ id }) => id === sso_type)?.name ?? (name || sso_type)
  const isLast = ({ is_bound }: Identity) => is_bound && isOnlyMethod(signInMethods)
  const connect = (id: string) =>
    run(id, t('identity_not_connected'), async () => {
      const reply = await withReauthentication(() => sso.bind({ body: { sso_type: id } }))
      if (reply) goTo(reply.data.redirect_url)
    })
  const removeIdentity = ({ target, deletes }: { target: Identity; deletes: boolean }) => {
    setPendingRemoval(undefined)
    const request = () => (deletes ? sso.remove({ query: { id: target.id } }) : sso.unbind({ body: { id: target.id } }))
    return run(target.id, deletes ? t('identity_not_removed') : t('identity_not_disconnected'), () =>
      withReauthentication(request),
    )
  }
  return (
    <>
      {signInMethods.identities.map((identity) => (
        <IdentityRow
          key={identity.id}
          identity={{ ...identity, name: providerNameOf(identity) }}
          busy={busy === identity.id}
          isLast={isLast(identity)}
          onRemove={(deletes) => setPendingRemoval({ target: { ...identity, name: providerNameOf(identity) }, deletes })}
        />
      ))}
      {unusedProviders.map(({ id, name }) => (
        <SettingRow key={id} title={name} hint={t('identity_none')}>
          <Button busy={busy === id} onClick={() => void connect(id)} aria-label={t('identity_connect_to', { name })}>
            {t('identity_connect')}
          </Button>
        </SettingRow>
      ))}
      <ConfirmDialog
        open={pendingRemoval !== undefined}
        danger={pendingRemoval?.deletes ?? false}
        title={t(pendingRemoval?.deletes ? 'identity_remove_title' : 'identity_disconnect_title', {
          name: pendingRemoval?.target.name ?? '',
        })}
        confirmLabel={pendingRemoval?.deletes ? t('identity_remove') : t('identity_disconnect')}
        onClose={() => setPendingRemoval(undefined)}
        onConfirm={() => pendingRemoval && void removeIdentity(pendingRemoval)}
      >
        {pendingRemoval?.deletes ? t('identity_remove_text') : t('identity_disconnect_text')}
      </ConfirmDialog>
    </>
  )
}

type IdentityRowProps = { identity: Identity; busy: boolean; isLast: boolean; onRemove: (deletes: boolean) => void }

function IdentityRow({ identity, busy, isLast, onRemove }: IdentityRowProps) {
  const t = useTranslations('account')
  const { date } = useFormat()
  const { name, account, is_bound, linked_at } = identity
  const since = t('identity_since', { date: date(seconds(linked_at)) })
  return (
    <SettingRow title={name} hint={is_bound ? [account, since].filter(Boolean).join(' · ') : t('identity_disconnected')}>
      {is_bound ? (
        <Button
          busy={busy}
          disabledReason={isLast && t('error_last_sign_in_method')}
          aria-label={t('identity_disconnect_from', { name })}
          onClick={() => onRemove(false)}
        >
          {t('identity_disconnect')}
        </Button>
      ) : (
        <Button variant="quiet" busy={busy} aria-label={t('identity_remove_named', { name })} onClick={() => onRemove(true)}>
          {t('identity_remove')}
        </Button>
      )}
    </SettingRow>
  )
}

/** True with one bound identity, no password, and no address that can receive codes. The server checks this, too. */
const isOnlyMethod = ({ has_password, email, is_relay, identities }: SignInMethods): boolean =>
  !has_password && (email === '' || is_relay) && identities.filter(({ is_bound }) => is_bound).length === 1

/** Runs one call at a time, fetches the sign-in methods again and shows errors as toasts. */
function useIdentityCalls() {
  const invalidate = useInvalidate()
  const showError = useErrorToast()
  const [busy, setBusy] = useState<string>()
  const run = async (id: string, message: string, action: () => Promise<unknown>) => {
    setBusy(id)
    try {
      await action()
    } catch (error) {
      showError(message, error)
    } finally {
      setBusy(undefined)
      await invalidate(sso.list)
    }
  }
  return { busy, run }
}
