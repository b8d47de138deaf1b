import { useState } from 'react'
import type { File } from '#features/files/contract.ts'
import { useSettings } from '#features/profile/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { openDialog } from '#ui/dialog/openDialog.ts'
import { GENERATE_FLAGS, type GenerateChoices, toRequest } from '../../rules.ts'
import { keepChoices, useChoices } from '../start/generateChoices.ts'
import { offeredModel, useModels } from './useModels.ts'
import { canTellSpeakersApart } from '../speakers/canTellSpeakersApart.ts'
import type { FileFlag } from '../start/startRequests.ts'
import { useStart } from '../useGenerate.ts'

type FormInput = {
  /** Undefined until it is loaded. */
  file: File | undefined
  fileId: string
  flag: FileFlag
  others: readonly string[]
  onClose: () => void
}

/** The state of the generate dialog: what was chosen last, and what is changed for this recording. */
export function useGenerateForm({ file, fileId, flag, others, onClose }: FormInput) {
  const t = useTranslations('generate')
  const dialogTexts = useTranslations('generateDialog')
  const start = useStart()
  const { settings } = useSettings()
  const kept = useChoices()
  const [changes, setChanges] = useState<Partial<GenerateChoices>>({})
  const [speakers, setSpeakers] = useState<number | null>(null)
  const [error, setError] = useState<string>()
  const models = useModels()
  const choices = { ...kept, ...changes }
  const transcribes = flag !== GENERATE_FLAGS.resummarise
  const wantsSpeakers = choices.separatesSpeakers ?? settings?.separate_speakers ?? true
  const isTooLong = file !== undefined && !canTellSpeakersApart(file.duration)
  const change = (changed: Partial<GenerateChoices>) => {
    setError(undefined)
    setChanges((before) => ({ ...before, ...changed }))
  }
  const submit = () => {
    if (choices.method === 'custom' && !choices.dimensions && choices.template === null)
      return setError(t('Filelist_submit_notemplate'))
    if (choices.method === 'custom' && choices.dimensions?.length === 0) return setError(dialogTexts('dimensions_none'))
    keepChoices(changes)
    const separatesSpeakers = wantsSpeakers && !isTooLong
    const spoken = transcribes ? { separatesSpeakers } : { separatesSpeakers: undefined, language: undefined }
    const request = toRequest({ ...choices, ...spoken, model: offeredModel(models, choices.model) }, { speakers })
    for (const id of [fileId, ...others]) start(id, flag, request)
    onClose()
    // The settings ask for speakers, but the recording is too long (B§5).
    if (transcribes && choices.method === 'auto' && settings?.separate_speakers && isTooLong && file)
      openDialog('speakerLimit', { duration: file.duration })
  }
  return {
    choices,
    change,
    submit,
    /** Why the form cannot be submitted: a template, or a part of the summary, is missing. */
    error,
    separatesSpeakers: wantsSpeakers && !isTooLong,
    speakers,
    setSpeakers,
  }
}
