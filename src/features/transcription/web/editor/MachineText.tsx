import { Cpu } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { changedRanges } from '../../rules.ts'

/** The recognised text under a paragraph that a person has changed; the words that are not there any more are struck through. */
export function MachineText({ content, original, className }: { content: string; original: string; className: string }) {
  const t = useTranslations('transcription')
  const ranges = changedRanges(content, original)
  return (
    <p className={className}>
      <Cpu aria-hidden className="mt-0.75 size-3.5 flex-none" />
      <span>
        <span className="sr-only">{t('machine_version')}: </span>
        {ranges.map(({ from, to }, index) => (
          <span key={from}>
            {original.slice(ranges[index - 1]?.to ?? 0, from)}
            <del>{original.slice(from, to)}</del>
          </span>
        ))}
        {original.slice(ranges.at(-1)?.to ?? 0)}
      </span>
    </p>
  )
}
