import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { leaveHere, useProof } from '#features/account/web.tsx'
import { isHiddenAddress } from '#features/account/rules.ts'
import { accountHere } from '#ui/accountHere.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { whileRenewing } from '#ui/send.ts'
import { TextField } from '#ui/TextField.tsx'
import { forgetToken } from '#ui/token.ts'
import { useFailureToast } from '#ui/useFailureToast.ts'
import { useFormat } from '#ui/useFormat.ts'
import { useToast } from '#ui/useToast.ts'
import { useWords } from '#ui/words.ts'
import { me } from '../me.ts'
import { useMe } from '../useMe.ts'
import type { SettingsDialogProps } from './settingsPanes.ts'

type DeleteAccountDialogProps = Pick<SettingsDialogProps, 'library' | 'onDeleted'> & { open: boolean; onClose: () => void }

/**
 * Lists what is deleted, requires the user to type the e-mail address, asks for reauthentication if the session is not fresh, and
 * deletes the account.
 */
export function DeleteAccountDialog({ open, onClose, library, onDeleted }: DeleteAccountDialogProps) {
  const t = useWords('me')
  const person = useMe()
  const [typed, setTyped] = useState('')
  const { busy, proof, remove } = useRemoval(onDeleted)
  const asked = person && (person.email && !isHiddenAddress(person.email) ? person.email : person.nickname)
  const matches = asked !== undefined && typed.trim().toLowerCase() === asked.trim().toLowerCase()
  const close = () => {
    if (busy) return
    setTyped('')
    onClose()
  }
  return (
    <>
      <Dialog
        alert
        open={open}
        onClose={close}
        title={t('delete_title')}
        onSubmit={() => matches && !busy && void remove()}
        footer={
          <>
            <Button variant="quiet" onClick={close}>
              {t('delete_no')}
            </Button>
            <Button type="submit" variant="danger" busy={busy} disabledBecause={!matches && t('delete_type_first')}>
              {busy ? t('deleting') : t('delete_yes')}
            </Button>
          </>
        }
      >
        <WhatGoes library={library} />
        <TextField
          label={t('delete_type', { word: asked ?? '' })}
          value={typed}
          onChange={setTyped}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Dialog>
      {proof}
    </>
  )
}

function WhatGoes({ library }: Pick<SettingsDialogProps, 'library'>) {
  const t = useWords('me')
  const { number } = useFormat()
  const count = (n: number) => ({ count: n, n: number(n) })
  return (
    <div className="grid gap-2 pb-4 text-base text-ink2">
      <p>{t('delete_text')}</p>
      <ul className="grid list-disc gap-1 pl-5">
        <li>{library ? t('goes_recordings', count(library.recordings)) : t('goes_all_recordings')}</li>
        {library?.folders !== 0 && <li>{library ? t('goes_folders', count(library.folders)) : t('goes_all_folders')}</li>}
        <li>{t('goes_sessions')}</li>
        <li>{t('goes_person')}</li>
      </ul>
      <p className="font-[560] text-ink">{t('delete_final')}</p>
    </div>
  )
}

function useRemoval(onDeleted: SettingsDialogProps['onDeleted']) {
  const t = useWords('me')
  const queries = useQueryClient()
  const toast = useToast()
  const failed = useFailureToast()
  const { withProof, proof } = useProof()
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    const account = accountHere() ?? ''
    try {
      const done = await withProof(() =>
        whileRenewing(async () => {
          // Pending queries would fail with 401 and navigate to the sign-in page before the success message.
          await queries.cancelQueries()
          const removed = await me.remove({}, { renews: true })
          forgetToken()
          return removed
        }),
      )
      if (!done) return
      // Leave the signed-in pages first, because they would load data again after the cache is cleared.
      await onDeleted(account)
      leaveHere(queries)
      toast.show(t('deleted'), { ms: 8000 })
    } catch (error) {
      failed(t('delete_failed'), error)
    } finally {
      setBusy(false)
    }
  }
  return { busy, proof, remove }
}
