import { Pause, Play } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { classes } from '#ui/styles/classes.ts'
import { Tooltip } from '#ui/tooltip/Tooltip.tsx'
import type { AskCitation } from '../../contract.ts'
import { formatTimestamp } from '#shared/timestamp.ts'

export type CiteChipProps = {
  citation: AskCitation
  /** The title of its recording; undefined when it is in the trash or was deleted. */
  title: string | undefined
  /** Whether the title is shown; it is left out where the citation before has the same. */
  showsTitle: boolean
  isPlaying: boolean
  onToggle: () => void
}

/** The place a sentence rests on: a click plays it, another one stops. */
export function CiteChip({ citation, title, showsTitle, isPlaying, onToggle }: CiteChipProps) {
  const t = useTranslations('ask')
  const time = formatTimestamp(citation.start_ms)
  const name = title ?? t('recording')
  const label =
    title === undefined ? t('recording_gone', { title: name }) : t(isPlaying ? 'pause' : 'play', { title: name, time })
  const Icon = isPlaying ? Pause : Play
  return (
    <Tooltip label={title === undefined ? label : citation.quote}>
      <button
        type="button"
        data-cite=""
        aria-pressed={title === undefined ? undefined : isPlaying}
        aria-disabled={title === undefined || undefined}
        onClick={title === undefined ? undefined : onToggle}
        className={classes(
          'relative mx-0.5 inline-flex h-5.5 max-w-full items-center gap-1.5 rounded-full px-2 align-middle text-xs leading-none font-[560] whitespace-nowrap transition-colors',
          'pointer-coarse:after:absolute pointer-coarse:after:-inset-x-0.5 pointer-coarse:after:-inset-y-2.75 [&>svg]:size-3.5 [&>svg]:flex-none [&>svg]:fill-current',
          isPlaying && 'bg-accent text-accent-ink',
          !isPlaying && title !== undefined && 'bg-accent-soft text-accent hover:bg-accent hover:text-accent-ink',
          title === undefined && 'bg-sunken text-ink3',
        )}
      >
        <span className="sr-only">{label}</span>
        <Icon aria-hidden strokeWidth={2} />
        {showsTitle && (
          <bdi aria-hidden className="max-w-48 truncate font-[500]">
            {name}
          </bdi>
        )}
        <span aria-hidden className="tabular">
          {time}
        </span>
      </button>
    </Tooltip>
  )
}
