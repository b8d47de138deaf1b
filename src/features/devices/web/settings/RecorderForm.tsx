import { useState } from 'react'
import { Refused, isRefused } from '#shared/client.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useExplainError } from '#ui/feedback/useExplainError.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { cleanName } from '#shared/normalizeText.ts'
import { DEVICE_NAME_MAX, SERIAL_NUMBER } from '../../contract.ts'
import { devicesClient } from '../devicesClient.ts'
import type { Recorder } from '../devicesClient.ts'

type RecorderFormProps = {
  open: boolean
  /** The recorder to rename, or null to add one. */
  recorder: Recorder | null
  onClose: () => void
  onSaved: () => void
}

type FieldError = { field: 'sn' | 'name'; text: string }

/** The dialog that adds a recorder with its serial number and name, or renames an existing one. */
export function RecorderForm({ open, recorder, onClose, onSaved }: RecorderFormProps) {
  const t = useTranslations('devices')
  const { sn, setSn, name, setName, fieldError, busy, save, clear } = useRecorderForm(recorder, onSaved)
  const close = () => {
    clear()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={recorder ? t('rename_title') : t('add_title')}
      onSubmit={() => void save()}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" busy={busy}>
            {recorder ? t('save') : t('add')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {!recorder && (
          <TextField
            label={t('sn')}
            hint={t('sn_hint')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            value={sn}
            onChange={setSn}
            error={fieldError?.field === 'sn' && fieldError.text}
          />
        )}
        <TextField
          label={t('name')}
          dir="auto"
          value={name}
          onChange={setName}
          error={fieldError?.field === 'name' && fieldError.text}
        />
      </div>
    </Dialog>
  )
}

function useRecorderForm(recorder: Recorder | null, onSaved: () => void) {
  const t = useTranslations('devices')
  const explain = useExplainError()
  const [sn, setSn] = useState(recorder?.sn ?? '')
  const [name, setName] = useState(recorder?.name ?? '')
  const [fieldError, setFieldError] = useState<FieldError>()
  const [busy, setBusy] = useState(false)
  const clear = () => {
    setSn(recorder?.sn ?? '')
    setName(recorder?.name ?? '')
    setFieldError(undefined)
  }
  const save = async () => {
    const body = { ...recorder, sn, name }
    if (!SERIAL_NUMBER.test(sn.trim())) return setFieldError({ field: 'sn', text: t('sn_wrong') })
    const cleaned = cleanName(name)
    if (cleaned === '' || cleaned.length > DEVICE_NAME_MAX) return setFieldError({ field: 'name', text: t('name_wrong') })
    setBusy(true)
    setFieldError(undefined)
    try {
      await devicesClient.add({ body })
      clear()
      onSaved()
    } catch (error) {
      const tooMany = isRefused(error, devicesClient.add, 'tooMany')
      setFieldError({
        field: 'name',
        text: tooMany ? t('too_many') : error instanceof Refused ? t('not_saved') : explain(error).text,
      })
    } finally {
      setBusy(false)
    }
  }
  return { sn, setSn, name, setName, fieldError, busy, save, clear }
}
