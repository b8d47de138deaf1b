import { LayoutTemplate, Sparkles } from 'lucide-react'
import { useRef } from 'react'
import { SCENES, type File } from '#features/files/contract.ts'
import { useFile } from '#features/files/web.tsx'
import { useSettings } from '#features/profile/web.tsx'
import { useServerSettings } from '#features/site/web.tsx'
import { languageName } from '#browser/i18n/languageName.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { findLanguageOption } from '#shared/languageOptions.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import { RadioGroup } from '#ui/form/RadioGroup.tsx'
import { GENERATE_FLAGS, type GenerateChoices } from '../../rules.ts'
import { useEstimateText } from '../estimate/useEstimateText.ts'
import type { FileFlag } from '../start/startRequests.ts'
import { CustomFields } from './CustomFields.tsx'
import { useGenerateForm } from './useGenerateForm.ts'
import { useIsBeta } from './useIsBeta.ts'

declare module '#ui/dialog/openDialog.ts' {
  interface DialogParameters {
    /** Transcribes and summarizes a recording (B§2). `others` are new recordings that are generated with the same choices. */
    generate: { fileId: string; flag: FileFlag; others?: readonly string[] }
  }
}

/** The choices for a transcription and its summary, or for the summary alone. */
export function GenerateDialog({ open, onClose, fileId, flag, others = NO_OTHERS }: DialogProps<'generate'>) {
  const t = useTranslations('generateDialog')
  const tUi = useTranslations('ui')
  const tGenerate = useTranslations('generate')
  const { file } = useFile(fileId)
  const mainRef = useRef<HTMLButtonElement>(null)
  // Without a transcript there is nothing to summarize or to transcribe again.
  const actualFlag = file?.is_trans === false ? GENERATE_FLAGS.generate : flag
  const form = useGenerateForm({ file: file ?? undefined, fileId, flag: actualFlag, others, onClose })
  const { title, label } = textsOf(actualFlag)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title ? t(title) : tGenerate('generate')}
      description={others.length > 0 && t('new_recordings', { count: others.length + 1 })}
      onSubmit={form.submit}
      initialFocus={mainRef}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {tUi('cancel')}
          </Button>
          <Button ref={mainRef} type="submit" variant="main">
            {tGenerate(label)}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        <MethodChoice value={form.choices.method} onChange={(method) => form.change({ method })} onSubmit={form.submit} />
        {form.choices.method === 'custom' && <CustomFields form={form} flag={actualFlag} file={file ?? undefined} />}
        <Consequences flag={actualFlag} file={file ?? undefined} />
      </div>
    </Dialog>
  )
}

const NO_OTHERS: readonly string[] = []

function textsOf(flag: FileFlag) {
  if (flag === GENERATE_FLAGS.retranscribe) return { title: 'transcribe_again_title', label: 'transcribe_again' } as const
  if (flag === GENERATE_FLAGS.resummarise) return { title: 'summarize_again_title', label: 'summarize_again' } as const
  return { title: undefined, label: 'generate' } as const
}

type MethodChoiceProps = {
  value: GenerateChoices['method']
  onChange: (method: GenerateChoices['method']) => void
  onSubmit: () => void
}

function MethodChoice({ value, onChange, onSubmit }: MethodChoiceProps) {
  const t = useTranslations('generateDialog')
  const locale = useLocale()
  const isBeta = useIsBeta('auto_generate')
  const chosen = useSettings().settings?.trans_language
  const tag = chosen && findLanguageOption(chosen)?.tag
  const language = tag && languageName(tag, locale)
  // Without a language model no template is picked.
  const hint = useServerSettings()?.summarises_in_any_language === false ? 'method_auto_hint_words' : 'method_auto_hint'
  const autoHint = language ? t(`${hint}_language`, { language }) : t(hint)
  const autoLabel = (
    <span className="flex items-center gap-2">
      {t('method_auto')}
      {isBeta && <Chip tone="accent">{t('beta')}</Chip>}
    </span>
  )
  return (
    // Enter on a radio button does nothing by itself.
    <div role="presentation" onKeyDown={({ key }) => key === 'Enter' && onSubmit()}>
      <RadioGroup
        label={t('method')}
        hideLabel
        variant="cards"
        value={value}
        onChange={onChange}
        options={[
          { value: 'auto', label: autoLabel, hint: autoHint, icon: <Sparkles /> },
          { value: 'custom', label: t('method_custom'), hint: t('method_custom_hint'), icon: <LayoutTemplate /> },
        ]}
      />
    </div>
  )
}

/** What the transcription takes from the minutes, and what is replaced or kept. */
function Consequences({ flag, file }: { flag: FileFlag; file: File | undefined }) {
  const t = useTranslations('generateDialog')
  const transcribes = flag !== GENERATE_FLAGS.resummarise
  const estimate = useEstimateText(!transcribes || !file || file.scene === SCENES.welcomeNote ? null : file.duration)
  const warning = flag === GENERATE_FLAGS.retranscribe && t('transcribe_again_warning')
  const kept = flag === GENERATE_FLAGS.resummarise && t('summarize_again_kept')
  const texts = [warning, kept, estimate && `${estimate} ${t('estimate_refund')}`].filter(Boolean)
  if (texts.length === 0) return null
  return (
    <div className="grid gap-1 rounded-md bg-sunken px-3 py-2.5 text-sm text-ink2">
      {texts.map((text) => (
        <p key={String(text)} className="tabular">
          {text}
        </p>
      ))}
    </div>
  )
}
