import { useState } from 'react'
import { Refused, wasRefused } from '#kit/client.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/TextField.tsx'
import { useExplain } from '#ui/useExplain.ts'
import { useWords } from '#ui/words.ts'
import { plainName } from '#kit/plainName.ts'
import { DEVICE_NAME_MAX, SERIAL_NUMBER } from '../contract.ts'
import { devices } from './calls.ts'
import type { Recorder } from './calls.ts'

type RecorderFormProps = {
  open: boolean
  /** The recorder to rename, or null to add one. */
  recorder: Recorder | null
  onClose: () => void
  onSaved: () => void
}

type Trouble = { at: 'sn' | 'name'; text: string }

/** The dialog that adds a recorder with its serial number and name, or renames an existing one. */
export function RecorderForm({ open, recorder, onClose, onSaved }: RecorderFormProps) {
  const t = useWords('devices')
  const { sn, setSn, name, setName, trouble, busy, save, clear } = useForm(recorder, onSaved)
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
            error={trouble?.at === 'sn' && trouble.text}
          />
        )}
        <TextField label={t('name')} dir="auto" value={name} onChange={setName} error={trouble?.at === 'name' && trouble.text} />
      </div>
    </Dialog>
  )
}

function useForm(recorder: Recorder | null, onSaved: () => void) {
  const t = useWords('devices')
  const explain = useExplain()
  const [sn, setSn] = useState(recorder?.sn ?? '')
  const [name, setName] = useState(recorder?.name ?? '')
  const [trouble, setTrouble] = useState<Trouble>()
  const [busy, setBusy] = useState(false)
  const clear = () => {
    setSn(recorder?.sn ?? '')
    setName(recorder?.name ?? '')
    setTrouble(undefined)
  }
  const save = async () => {
    const body = { ...recorder, sn, name }
    if (!SERIAL_NUMBER.test(sn.trim())) return setTrouble({ at: 'sn', text: t('sn_wrong') })
    const called = plainName(name)
    if (called === '' || called.length > DEVICE_NAME_MAX) return setTrouble({ at: 'name', text: t('name_wrong') })
    setBusy(true)
    setTrouble(undefined)
    try {
      await devices.add({ body })
      clear()
      onSaved()
    } catch (error) {
      const tooMany = wasRefused(error, devices.add, 'tooMany')
      setTrouble({ at: 'name', text: tooMany ? t('too_many') : error instanceof Refused ? t('not_saved') : explain(error).text })
    } finally {
      setBusy(false)
    }
  }
  return { sn, setSn, name, setName, trouble, busy, save, clear }
}
