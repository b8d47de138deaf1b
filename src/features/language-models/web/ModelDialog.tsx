import { Refused } from '#shared/client.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { NativeSelect } from '#ui/select/NativeSelect.tsx'
import { LLM_SERVER_KIND_IDS, LLM_SERVER_KINDS, type LlmServerKind } from '#shared/llmServerKinds.ts'
import type { Model, Trial } from '../contract.ts'
import { ServerFields } from './ServerFields.tsx'
import { TrialResult } from './TrialResult.tsx'
import { useModelForm } from './useModelForm.ts'

type ModelDialogProps = {
  open: boolean
  /** The model to edit, or null to add one. */
  model: Model | null
  models: readonly Model[]
  onClose: () => void
  /** Called with what its server showed, or null when it was not asked. */
  onSaved: (id: string | null, trial: Trial | null) => void
}

/** The dialog that adds a model or edits one: its server, its key, and how people see it. */
export function ModelDialog({ open, model, models, onClose, onSaved }: ModelDialogProps) {
  const t = useTranslations('language-models')
  const tUi = useTranslations('ui')
  const form = useModelForm({ model, models, onSaved })
  const { input, list, trial, save } = form
  const missing = (input.address.trim() === '' || input.model.trim() === '') && t('incomplete')
  const refusal = save.error instanceof Refused ? save.error.refusal : undefined
  const isRunning = trial.isBusy || save.isBusy
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={model ? t('edit_title', { model: model.name }) : t('add_model')}
      onSubmit={() => !missing && !isRunning && form.submit()}
      footer={
        <>
          <Button className="mr-auto" busy={trial.isBusy} disabledReason={missing} onClick={form.runTrial}>
            {t('try')}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {tUi('cancel')}
          </Button>
          <Button type="submit" variant="main" busy={save.isBusy} disabledReason={missing}>
            {t(model ? 'save' : 'add')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-3.5">
        <KindField value={input.kind} onChange={form.changeKind} />
        <ServerFields
          value={input}
          onChange={form.change}
          onTyped={form.listModels}
          list={list}
          errors={[trial.error, save.error]}
          modelError={refusal === 'alreadyAdded' && t('already_added')}
          isKeyStored={form.isKeyStored}
          placeholder="http://192.168.1.20:8000/v1"
        />
        <TextField
          label={t('name')}
          autoComplete="off"
          dir="auto"
          maxLength={60}
          placeholder={input.model}
          value={input.name}
          onChange={(name) => form.change({ name })}
          hint={t('name_hint')}
          error={refusal === 'nameTaken' && t('name_taken')}
        />
        <TextField
          label={t('description')}
          autoComplete="off"
          dir="auto"
          maxLength={200}
          value={input.des}
          onChange={(des) => form.change({ des })}
          hint={t('description_hint')}
        />
        <Switch label={t('beta_mark')} side="start" checked={input.isBeta} onChange={(isBeta) => form.change({ isBeta })} />
        {(isRunning || form.result) && <TrialResult trial={form.result} isRunning={isRunning} />}
      </div>
    </Dialog>
  )
}

function KindField({ value, onChange }: { value: LlmServerKind; onChange: (kind: LlmServerKind) => void }) {
  const t = useTranslations('language-models')
  const options = LLM_SERVER_KIND_IDS.map((id) => ({ value: id, label: t(LLM_SERVER_KINDS[id].label) }))
  return (
    <label className="grid grid-cols-1 gap-1.5">
      <span className="w-fit max-w-full text-md font-[560] text-ink">{t('kind')}</span>
      <NativeSelect options={options} value={value} onChange={(kind) => onChange(kind as LlmServerKind)} />
    </label>
  )
}
