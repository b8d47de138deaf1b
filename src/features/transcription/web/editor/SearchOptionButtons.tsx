import { CaseSensitive, WholeWord } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import type { TranscriptSearch } from '../useTranscriptSearch.ts'

/** Whether case and whole words matter; on a phone beside the text that replaces the matches, because the field is too short. */
export function SearchOptionButtons({ search, className }: { search: TranscriptSearch; className: string }) {
  const t = useTranslations('transcription')
  const { options } = search
  return (
    <span className={`flex flex-none items-center ${className}`}>
      <OptionButton
        label={t('replace_match_case')}
        icon={<CaseSensitive aria-hidden />}
        isOn={options.match_case}
        onChange={(match_case) => search.changeOptions({ ...options, match_case })}
      />
      <OptionButton
        label={t('replace_whole_word')}
        icon={<WholeWord aria-hidden />}
        isOn={options.whole_word}
        onChange={(whole_word) => search.changeOptions({ ...options, whole_word })}
      />
    </span>
  )
}

type OptionButtonProps = { label: string; icon: ReactNode; isOn: boolean; onChange: (isOn: boolean) => void }

function OptionButton({ label, icon, isOn, onChange }: OptionButtonProps) {
  return (
    <IconButton
      size="sm"
      label={label}
      aria-pressed={isOn}
      className={isOn ? 'bg-accent-soft! text-accent!' : undefined}
      icon={icon}
      onClick={() => onChange(!isOn)}
    />
  )
}
