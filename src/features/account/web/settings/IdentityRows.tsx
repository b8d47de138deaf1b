import { useState } from 'react'
import type { Reply } from '#kit/contract.ts'
import { seconds } from '#kit/units.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { SettingRow } from '#ui/SettingRow.tsx'
import { useFormat } from '#ui/useFormat.ts'
import { useWords } from '#ui/words.ts'
import type { accountContract, ssoContract } from '../../contract.ts'
import { sso } from './calls.ts'
import { useReread } from './queries.ts'
import type { Proof } from './useProof.tsx'
import { useTroubleToast } from './useTroubleWords.ts'

type Ways = Reply<typeof ssoContract.list>['data']
type Identity = Ways['identities'][number]
type Provider = Reply<typeof accountContract.instance>['data']['providers'][number]

type IdentityRowsProps = {
  ways: Ways
  providers: readonly Provider[]
  withProof: Proof['withProof']
  goTo: (address: string) => void
}

/** Connects, disconnects and deletes identities of providers. The last sign-in method cannot be removed. */
export function IdentityRows({ ways, providers, withProof, goTo }: IdentityRowsProps) {
  const t = useWords('account')
  const [wish, setWish] = useState<{ of: Identity; forget: boolean }>()
  const { busy, run } = useIdentityCalls()
  const free = providers.filter(({ id }) => !ways.identities.some(({ sso_type, is_bound }) => sso_type === id && is_bound))
  // Shows the name of the provider. The user's name there would not help, because the address is shown as well.
  const nameOf = ({ sso_type, name }: Identity) => providers.find(({ id }) => id === sso_type)?.name ?? (name || sso_type)
  const isLast = ({ is_bound }: Identity) => is_bound && isOnlyWay(ways)
  const connect = (id: string) =>
    run(id, t('identity_not_connected'), async () => {
      const answer = await withProof(() => sso.bind({ body: { sso_type: id } }))
      if (answer) goTo(answer.data.redirect_url)
    })
  const end = ({ of, forget }: { of: Identity; forget: boolean }) => {
    setWish(undefined)
    const call = () => (forget ? sso.remove({ query: { id: of.id } }) : sso.unbind({ body: { id: of.id } }))
    return run(of.id, forget ? t('identity_not_forgotten') : t('identity_not_disconnected'), () => withProof(call))
  }
  return (
    <>
      {ways.identities.map((identity) => (
        <IdentityRow
          key={identity.id}
          identity={{ ...identity, name: nameOf(identity) }}
          busy={busy === identity.id}
          isLast={isLast(identity)}
          onEnd={(forget) => setWish({ of: { ...identity, name: nameOf(identity) }, forget })}
        />
      ))}
      {free.map(({ id, name }) => (
        <SettingRow key={id} title={name} hint={t('identity_none')}>
          <Button busy={busy === id} onClick={() => void connect(id)} aria-label={t('identity_connect_to', { name })}>
            {t('identity_connect')}
          </Button>
        </SettingRow>
      ))}
      <ConfirmDialog
        open={wish !== undefined}
        danger={wish?.forget ?? false}
        title={t(wish?.forget ? 'identity_forget_title' : 'identity_disconnect_title', { name: wish?.of.name ?? '' })}
        confirmLabel={wish?.forget ? t('identity_forget') : t('identity_disconnect')}
        onClose={() => setWish(undefined)}
        onConfirm={() => wish && void end(wish)}
      >
        {wish?.forget ? t('identity_forget_text') : t('identity_disconnect_text')}
      </ConfirmDialog>
    </>
  )
}

type IdentityRowProps = { identity: Identity; busy: boolean; isLast: boolean; onEnd: (forget: boolean) => void }

function IdentityRow({ identity, busy, isLast, onEnd }: IdentityRowProps) {
  const t = useWords('account')
  const { date } = useFormat()
  const { name, account, is_bound, linked_at } = identity
  const since = t('identity_since', { date: date(seconds(linked_at)) })
  return (
    <SettingRow title={name} hint={is_bound ? [account, since].filter(Boolean).join(' · ') : t('identity_off')}>
      {is_bound ? (
        <Button
          busy={busy}
          disabledBecause={isLast && t('trouble_last_way')}
          aria-label={t('identity_disconnect_from', { name })}
          onClick={() => onEnd(false)}
        >
          {t('identity_disconnect')}
        </Button>
      ) : (
        <Button variant="quiet" busy={busy} aria-label={t('identity_forget_it', { name })} onClick={() => onEnd(true)}>
          {t('identity_forget')}
        </Button>
      )}
    </SettingRow>
  )
}

/** True with one bound identity, no password, and no address that can receive codes. The server checks this, too. */
const isOnlyWay = ({ has_password, email, is_relay, identities }: Ways): boolean =>
  !has_password && (email === '' || is_relay) && identities.filter(({ is_bound }) => is_bound).length === 1

/** Runs one call at a time, fetches the sign-in methods again and shows errors as toasts. */
function useIdentityCalls() {
  const reread = useReread()
  const failed = useTroubleToast()
  const [busy, setBusy] = useState<string>()
  const run = async (id: string, sentence: string, step: () => Promise<unknown>) => {
    setBusy(id)
    try {
      await step()
    } catch (error) {
      failed(sentence, error)
    } finally {
      setBusy(undefined)
      await reread(sso.list)
    }
  }
  return { busy, run }
}
