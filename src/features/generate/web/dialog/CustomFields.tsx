import { useState } from 'react'
import type { File } from '#features/files/contract.ts'
import { useServerSettings } from '#features/site/web.tsx'
import { useSettings } from '#features/profile/web.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { NativeSelect, type NativeSelectProps } from '#ui/select/NativeSelect.tsx'
import { MAX_EXPECTED_SPEAKERS } from '../../contract.ts'
import { GENERATE_FLAGS, type GenerateChoices } from '../../rules.ts'
import { SpeakerSwitch } from '../speakers/SpeakerSwitch.tsx'
import type { FileFlag } from '../start/startRequests.ts'
import { ModelField } from './ModelField.tsx'
import { TemplateField } from './TemplateField.tsx'
import { useSpokenLanguages, useSummaryLanguages } from './languageChoices.ts'

const DimensionsField = lazyComponent(async () => (await import('./DimensionsField.tsx')).DimensionsField)

/** What the fields show and change. `error` says that the template is missing; `speakers` is null for any number. */
type GenerateForm = {
  choices: GenerateChoices
  change: (changes: Partial<GenerateChoices>) => void
  error: string | undefined
  separatesSpeakers: boolean
  speakers: number | null
  setSpeakers: (speakers: number | null) => void
}

/** The fields of the custom method. What belongs to the transcription is left out for a summary alone. */
export function CustomFields({ form, flag, file }: { form: GenerateForm; flag: FileFlag; file: File | undefined }) {
  const t = useTranslations('generateDialog')
  const { settings } = useSettings()
  const transcribes = flag !== GENERATE_FLAGS.resummarise
  // Without a language model, summaries are in the language of the recording.
  const hasSummaryLanguage = useServerSettings()?.summarises_in_any_language ?? false
  const spokenLanguages = useSpokenLanguages()
  const summaryLanguages = useSummaryLanguages({ hasSpoken: !settings?.summary_language })
  const { choices, change } = form
  return (
    <>
      {!choices.dimensions && (
        <TemplateField value={choices.template} error={form.error} onChange={(template) => change({ template })} />
      )}
      <DimensionsField
        value={choices.dimensions}
        error={form.error}
        onChange={(dimensions) => change({ dimensions })}
        fallback={null}
      />
      <div className="grid grid-cols-2 gap-3 max-sm:grid-cols-1">
        {transcribes && (
          <LanguageSelect
            label={t('spoken_language')}
            options={spokenLanguages}
            value={choices.language ?? settings?.trans_language ?? 'auto'}
            onChange={(language) => change({ language })}
          />
        )}
        {hasSummaryLanguage && (
          <LanguageSelect
            label={t('summary_language')}
            options={summaryLanguages}
            value={choices.summaryLanguage || (settings?.summary_language ?? '')}
            onChange={(summaryLanguage) => change({ summaryLanguage })}
          />
        )}
        <div className="sm:odd:col-span-2">
          <ModelField value={choices.model} onChange={(model) => change({ model })} />
        </div>
      </div>
      {transcribes && file && (
        <div className="grid gap-1">
          <SpeakerSwitch
            duration={file.duration}
            isOn={form.separatesSpeakers}
            onChange={(separatesSpeakers) => change({ separatesSpeakers })}
          />
          {form.separatesSpeakers && <ExpectedSpeakers value={form.speakers} onChange={form.setSpeakers} />}
        </div>
      )}
    </>
  )
}

type LanguageSelectProps = Pick<NativeSelectProps, 'options' | 'value' | 'onChange'> & { label: string }

function LanguageSelect({ label, ...select }: LanguageSelectProps) {
  return (
    <label className="grid grid-cols-1 gap-1.5">
      <span className="w-fit max-w-full text-md font-[560] text-ink">{label}</span>
      <NativeSelect {...select} className="[&_select]:h-10" />
    </label>
  )
}

const focusElement = (element: HTMLElement | null): void => element?.focus()

/** How many speakers to expect at most. A line of text until it is changed. */
function ExpectedSpeakers({ value, onChange }: { value: number | null; onChange: (speakers: number | null) => void }) {
  const t = useTranslations('generateDialog')
  const [isOpen, setOpen] = useState(false)
  if (!isOpen) {
    return (
      <p className="pl-12 text-sm text-ink2">
        {t('speakers_any')} ·{' '}
        <button
          type="button"
          className="cursor-pointer rounded-sm font-[560] text-accent underline-offset-3 hover:underline"
          onClick={() => setOpen(true)}
        >
          {t('speakers_change')}
        </button>
      </p>
    )
  }
  const options = [
    { value: '', label: t('speakers_any') },
    ...Array.from({ length: MAX_EXPECTED_SPEAKERS }, (_, index) => ({
      value: String(index + 1),
      label: t('speakers_expected', { count: index + 1 }),
    })),
  ]
  return (
    <NativeSelect
      // The button that had the focus is replaced by this field.
      ref={focusElement}
      aria-label={t('speakers_number')}
      className="ml-12 w-56"
      options={options}
      value={value === null ? '' : String(value)}
      onChange={(count) => onChange(count === '' ? null : Number(count))}
    />
  )
}
