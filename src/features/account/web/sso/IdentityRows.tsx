import { useState } from 'react'
import type { Reply } from '#shared/contract.ts'
import { seconds } from '#shared/units.ts'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { SettingRow } from '#ui/settings/SettingRow.tsx'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { accountContract, ssoContract } from '../../contract.ts'
import type { WithReauthentication } from '../password/useReauthentication.tsx'
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
  const change = useIdentityChange({ withReauthentication, goTo })
  const unusedProviders = providers.filter(
    ({ id }) => !signInMethods.identities.some(({ sso_type, is_bound }) => sso_type === id && is_bound),
  )
  // Shows the name of the provider. The user's name there would not help, because the address is shown as well.
  const providerNameOf = ({ sso_type, name }: Identity) => providers.find(({ id }) => id === sso_type)?.name ?? (name || sso_type)
  const isLast = ({ is_bound }: Identity) => is_bound && isOnlyMethod(signInMethods)
  const removeIdentity = ({ target, deletes }: { target: Identity; deletes: boolean }) => {
    setPendingRemoval(undefined)
    void change.run({ kind: deletes ? 'remove' : 'disconnect', id: target.id })
  }
  return (
    <>
      {signInMethods.identities.map((identity) => (
        <IdentityRow
          key={identity.id}
          identity={{ ...identity, name: providerNameOf(identity) }}
          busy={change.input?.id === identity.id}
          isLast={isLast(identity)}
          onRemove={(deletes) => setPendingRemoval({ target: { ...identity, name: providerNameOf(identity) }, deletes })}
        />
      ))}
      {unusedProviders.map(({ id, name }) => (
        <SettingRow key={id} title={name} hint={t('identity_none')}>
          <Button
            busy={change.input?.id === id}
            onClick={() => void change.run({ kind: 'connect', id })}
            aria-label={t('identity_connect_to', { name })}
          >
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
        onConfirm={() => pendingRemoval && removeIdentity(pendingRemoval)}
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

/** `id` is that of the provider to connect, otherwise that of the identity. */
type IdentityChange = { kind: 'connect' | 'disconnect' | 'remove'; id: string }

/** Changes one identity at a time, and fetches the sign-in methods again. */
function useIdentityChange({ withReauthentication, goTo }: Pick<IdentityRowsProps, 'withReauthentication' | 'goTo'>) {
  const t = useTranslations('account')
  const invalidate = useInvalidate()
  const change = async ({ kind, id }: IdentityChange) => {
    if (kind === 'disconnect') return withReauthentication(() => sso.unbind({ body: { id } }))
    if (kind === 'remove') return withReauthentication(() => sso.remove({ query: { id } }))
    const reply = await withReauthentication(() => sso.bind({ body: { sso_type: id } }))
    if (reply) goTo(reply.data.redirect_url)
    return reply
  }
  return useAction(change, {
    failure: ({ kind }) => t(FAILURES[kind]),
    calls: [sso.bind, sso.unbind, sso.remove],
    refusals: { lastSignInMethod: t('error_last_sign_in_method'), notFresh: undefined },
    onSettled: () => invalidate(sso.list),
  })
}

const FAILURES = {
  connect: 'identity_not_connected',
  disconnect: 'identity_not_disconnected',
  remove: 'identity_not_removed',
} as const
