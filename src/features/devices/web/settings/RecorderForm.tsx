import { useState } from 'react'
import { useAction } from '#ui/action/useAction.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { TextField } from '#ui/form/TextField.tsx'
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
  const { sn, setSn, name, setName, fieldError, isBusy, save, clear } = useRecorderForm(recorder, onSaved)
  const close = () => {
    clear()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={recorder ? t('rename_title') : t('add_title')}
      onSubmit={save}
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            {t('cancel')}
          </Button>
          <Button type="submit" variant="main" busy={isBusy}>
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
  const [sn, setSn] = useState(recorder?.sn ?? '')
  const [name, setName] = useState(recorder?.name ?? '')
  const [wrong, setWrong] = useState<FieldError>()
  const add = useAction(devicesClient.add, {
    show: 'inline',
    failure: t('not_saved'),
    refusals: { tooMany: t('too_many') },
    onSuccess: () => {
      clear()
      onSaved()
    },
  })
  const clear = () => {
    setSn(recorder?.sn ?? '')
    setName(recorder?.name ?? '')
    setWrong(undefined)
    add.reset()
  }
  const save = () => {
    const cleaned = cleanName(name)
    if (!SERIAL_NUMBER.test(sn.trim())) return setWrong({ field: 'sn', text: t('sn_wrong') })
    if (cleaned === '' || cleaned.length > DEVICE_NAME_MAX) return setWrong({ field: 'name', text: t('name_wrong') })
    setWrong(undefined)
    void add.run({ body: { ...recorder, sn, name } })
  }
  const failure: FieldError | undefined = add.explanation && { field: 'name', text: add.explanation.text }
  return { sn, setSn, name, setName, fieldError: wrong ?? failure, isBusy: add.isBusy, save, clear }
}
