import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { reloadVoicePrints } from '../useVoicePrints.ts'
import type { VoicePrint } from '../voicePrintStore.ts'
import { canEncrypt, MIN_PASSPHRASE } from './encryptedCopy.ts'
import { useVoicePrintCopy } from './useVoicePrintCopy.ts'

/** Keeps the voice prints in the account, encrypted with a passphrase that only the user knows. */
export function CopySection({ prints }: { prints: readonly VoicePrint[] }) {
  const t = useTranslations('voice-prints')
  const { date } = useFormat()
  const titleId = useId()
  const queries = useQueryClient()
  const { copy, error, reload, running, replacesUnknown, isWrong, forgetWrong, save, load, remove } = useVoicePrintCopy()
  const [passphrase, setPassphrase] = useState('')
  const [confirming, setConfirming] = useState<'save' | 'remove'>()
  const isShort = passphrase.length < MIN_PASSPHRASE
  const tooShort = isShort && t('voice_print_copy_passphrase_short', { min: MIN_PASSPHRASE })
  const finish = (isDone: boolean) => {
    if (isDone) setPassphrase('')
    void reloadVoicePrints(queries)
  }
  const saveCopy = async () => finish(await save(prints, passphrase))
  const loadCopy = async () => finish(await load(passphrase))
  const confirm = () => {
    if (confirming === 'save') void saveCopy()
    else void remove()
    setConfirming(undefined)
  }
  return (
    <section aria-labelledby={titleId} className="mt-6 grid gap-3 border-t border-line pt-5">
      <div className="grid gap-1">
        <h4 id={titleId} className="text-base font-[600] text-ink">
          {t('voice_print_copy_title')}
        </h4>
        <p className="text-sm text-pretty text-ink2">{t('voice_print_copy_hint')}</p>
      </div>
      {error && copy === undefined && <ErrorState error={error} onRetry={reload} />}
      {!canEncrypt() && <p className="text-sm text-ink2">{t('voice_print_copy_needs_https')}</p>}
      {canEncrypt() && copy !== undefined && (
        <>
          <p className="text-sm text-ink2">
            {copy ? t('voice_print_copy_saved_on', { date: date(copy.saved_time * 1000) }) : t('voice_print_copy_none')}
          </p>
          <TextField
            className="max-w-96"
            label={t('voice_print_copy_passphrase')}
            type="password"
            autoComplete="off"
            spellCheck={false}
            hint={t('voice_print_copy_passphrase_short', { min: MIN_PASSPHRASE })}
            error={isWrong && t('voice_print_copy_wrong_passphrase')}
            value={passphrase}
            onChange={(value) => {
              setPassphrase(value)
              forgetWrong()
            }}
          />
          <div className="flex flex-wrap gap-2">
            <Button
              busy={running === 'save'}
              disabledReason={(prints.length === 0 && t('voice_print_copy_nothing')) || tooShort}
              onClick={() => (replacesUnknown ? setConfirming('save') : void saveCopy())}
            >
              {t('voice_print_copy_save')}
            </Button>
            {copy && (
              <Button busy={running === 'load'} disabledReason={tooShort} onClick={() => void loadCopy()}>
                {t('voice_print_copy_load')}
              </Button>
            )}
            {copy && (
              <Button variant="quiet" busy={running === 'remove'} onClick={() => setConfirming('remove')}>
                {t('voice_print_copy_delete')}
              </Button>
            )}
          </div>
        </>
      )}
      <ConfirmDialog
        danger
        open={confirming !== undefined}
        title={confirming === 'save' ? t('voice_print_copy_replace_title') : t('voice_print_copy_delete_title')}
        confirmLabel={confirming === 'save' ? t('voice_print_copy_replace') : t('voice_print_copy_delete')}
        onClose={() => setConfirming(undefined)}
        onConfirm={confirm}
      >
        {confirming === 'save' ? t('voice_print_copy_replace_text') : t('voice_print_copy_delete_text')}
      </ConfirmDialog>
    </section>
  )
}
