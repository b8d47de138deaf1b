import { useRef, useState } from 'react'
import { MAX_TAB_NAME, type Note } from '#features/notes/contract.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { TextField } from '#ui/form/TextField.tsx'
import { type TemplateChoice, toRequest } from '../../rules.ts'
import { ModelField } from '../dialog/ModelField.tsx'
import { TemplateField } from '../dialog/TemplateField.tsx'
import { offeredModel, useModels } from '../dialog/useModels.ts'
import { keepChoices, useChoices } from '../start/generateChoices.ts'
import { useNoteTasks } from './useNoteTasks.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    /**
     * Creates a note of a recording (B§2). With `note` another template is chosen for that note. `onCreated` is called with the
     * id of the new note.
     */
    newNote: { fileId: string; note?: Note | undefined; onCreated?: ((noteId: string) => void) | undefined }
  }
}

/** The template, the tab name and the model of a note. */
export function NewNoteDialog({ open, onClose, fileId, note, onCreated }: DialogProps<'newNote'>) {
  const t = useTranslations('generateDialog')
  const tUi = useTranslations('ui')
  const mainRef = useRef<HTMLButtonElement>(null)
  const form = useNoteForm({ fileId, note, onCreated, onClose })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t(note ? 'note_template_title' : 'note_new')}
      onSubmit={form.submit}
      initialFocus={mainRef}
      footer={
        <>
          {form.failure && (
            <p role="alert" className="mr-auto min-w-0 flex-1 basis-48 text-sm text-signal">
              {form.failure}
            </p>
          )}
          <Button variant="quiet" onClick={onClose}>
            {tUi('cancel')}
          </Button>
          <Button ref={mainRef} type="submit" variant="main" busy={form.isBusy}>
            {t(note ? 'note_rewrite' : 'note_create')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <TemplateField withoutAutomatic value={form.template} error={form.missing} onChange={form.setTemplate} />
        <TextField
          label={t('note_tab_name')}
          value={form.tabName}
          placeholder={form.defaultTabName}
          maxLength={MAX_TAB_NAME}
          autoComplete="off"
          onChange={form.setTabName}
        />
        <ModelField value={form.model} onChange={form.setModel} />
        {note && <p className="text-sm text-ink2">{t('summarize_again_kept')}</p>}
      </div>
    </Dialog>
  )
}

/** Choices that belong to a transcription or a summary. */
const NOT_FOR_NOTES = { language: undefined, separatesSpeakers: undefined, dimensions: undefined }

type NoteFormInput = Pick<DialogProps<'newNote'>, 'fileId' | 'note' | 'onCreated' | 'onClose'>

function useNoteForm({ fileId, note, onCreated, onClose }: NoteFormInput) {
  const t = useTranslations('generate')
  const { create, createFailure, retry, isCreating } = useNoteTasks(fileId, (created) => {
    onClose()
    onCreated?.(created.note_id)
  })
  const kept = useChoices()
  const models = useModels()
  const [chosen, setChosen] = useState<TemplateChoice | null>(() => templateOf(note))
  const [tabName, setTabName] = useState(note?.note_tab_name ?? '')
  const [chosenModel, setModel] = useState<string>()
  const [missing, setMissing] = useState<string>()
  const template = chosen ?? (note ? null : kept.noteTemplate)
  const model = offeredModel(models, chosenModel ?? kept.model)
  const defaultTabName = template?.name.slice(0, MAX_TAB_NAME) ?? ''
  const submit = () => {
    if (isCreating) return
    if (!template) return setMissing(t('Filelist_submit_notemplate'))
    keepChoices({ noteTemplate: template, ...(chosenModel !== undefined && { model: chosenModel }) })
    const choices = toRequest({ ...kept, method: 'custom', template, model, ...NOT_FOR_NOTES })
    const input = { choices, tabName: tabName.trim() || defaultTabName }
    if (note) {
      retry(note, input)
      return onClose()
    }
    create(input)
  }
  return {
    template,
    tabName,
    setTabName,
    defaultTabName,
    model,
    setModel,
    missing,
    failure: createFailure,
    submit,
    setTemplate: (next: TemplateChoice) => {
      setMissing(undefined)
      setChosen(next)
    },
    isBusy: isCreating,
  }
}

/** The template of a note that is written again, unless it is of a kind that cannot be chosen. */
function templateOf(note: Note | undefined): TemplateChoice | null {
  const template = note?.template
  if (!template) return null
  const { id, type, name } = template
  return type === 'system' || type === 'community' || type === 'custom' ? { id, type, name } : null
}
