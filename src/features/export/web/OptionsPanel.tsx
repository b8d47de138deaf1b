import { useId } from 'react'
import type { ReactNode } from 'react'
import { languageName } from '#browser/i18n/languageName.ts'
import { useLocale, useTranslations } from '#browser/i18n/useTranslations.ts'
import { Switch } from '#ui/form/Switch.tsx'
import { NativeSelect } from '#ui/select/NativeSelect.tsx'
import { LINE_LENGTH, READING_SPEED } from '../rules.ts'
import { type ExportChoices, SPEAKERS, TIMES } from './exportChoices.ts'

type Options = ExportChoices['options']
type OptionsPanelProps = {
  options: Options
  onChange: (change: Partial<Options>) => void
  /** ISO code of what is spoken; empty when it is not known. */
  language: string
  hasSubtitles: boolean
}

/** What the files contain. */
export function OptionsPanel({ options, onChange, language, hasSubtitles }: OptionsPanelProps) {
  const t = useTranslations('export')
  const locale = useLocale()
  return (
    <div className="grid">
      <Row label={t('speakers')}>
        {(id) => (
          <NativeSelect
            id={id}
            value={options.speakers}
            options={SPEAKERS.map((value) => ({ value, label: t(`speakers_${value}`) }))}
            onChange={(value) => onChange({ speakers: SPEAKERS.find((entry) => entry === value) ?? 'names' })}
          />
        )}
      </Row>
      <Row label={t('times')}>
        {(id) => (
          <NativeSelect
            id={id}
            value={options.times}
            options={TIMES.map((value) => ({ value, label: t(`times_${value}`) }))}
            onChange={(value) => onChange({ times: TIMES.find((entry) => entry === value) ?? 'paragraphs' })}
          />
        )}
      </Row>
      <div className="flex min-h-10 items-center justify-between gap-3 text-md">
        <span className="font-[560]">{t('language')}</span>
        <span className="text-ink2">
          {language ? t('language_spoken', { language: languageName(language, locale) }) : t('as_spoken')}
        </span>
      </div>
      <div className="grid min-h-10 content-center">
        <Switch label={t('notes')} checked={options.notes} onChange={(notes) => onChange({ notes })} />
      </div>
      <div className="grid min-h-10 content-center">
        <Switch label={t('highlights')} checked={options.highlights} onChange={(highlights) => onChange({ highlights })} />
      </div>
      {hasSubtitles && (
        <div role="group" aria-label={t('group_subtitles')} className="mt-2 border-t border-line pt-2">
          <p aria-hidden className="text-sm text-ink2">
            {t('group_subtitles')}
          </p>
          <Slider
            label={t('line_length')}
            value={options.line_length}
            range={LINE_LENGTH}
            text={t('characters', { count: options.line_length })}
            onChange={(line_length) => onChange({ line_length })}
          />
          <Slider
            label={t('reading_speed')}
            value={options.reading_speed}
            range={READING_SPEED}
            text={t('per_second', { count: options.reading_speed })}
            onChange={(reading_speed) => onChange({ reading_speed })}
          />
        </div>
      )}
    </div>
  )
}

function Row({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="flex min-h-10 items-center justify-between gap-3">
      <label htmlFor={id} className="text-md font-[560]">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

type SliderProps = {
  label: string
  value: number
  range: { min: number; max: number }
  text: string
  onChange: (value: number) => void
}

function Slider({ label, value, range: { min, max }, text, onChange }: SliderProps) {
  const id = useId()
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-x-3 text-md">
      <label htmlFor={id} className="mr-auto font-[560]">
        {label}
      </label>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        className="h-6 w-28 cursor-pointer accent-accent pointer-coarse:h-11"
      />
      <output htmlFor={id} className="tabular w-28 text-right text-sm text-ink2 max-sm:ml-auto">
        {text}
      </output>
    </div>
  )
}
