import { classes } from '#ui/styles/classes.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'

type SpeakerNameProps = {
  name: string
  colour: string
  isContinued: boolean
  isTabStop: boolean
  /** Without it the name cannot be changed. */
  onEdit: (() => void) | undefined
}

/** The name of the speaker, which opens its editor. It is not repeated in the next segment: there, its column shows it on hover. */
export function SpeakerName({ name, colour, isContinued, isTabStop, onEdit }: SpeakerNameProps) {
  const t = useTranslations('transcription')
  const className = classes(
    'w-fit max-w-full self-start text-left text-sm leading-6 font-[620]',
    isContinued && 'opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 @max-[40rem]/rows:not-focus-visible:sr-only',
  )
  if (!onEdit) {
    return (
      <span className={className} style={{ color: colour }}>
        {name}
      </span>
    )
  }
  return (
    <button
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      title={t('speaker_rename', { name })}
      onClick={onEdit}
      className={classes(className, 'rounded-sm hover:underline')}
      style={{ color: colour }}
    >
      {name}
    </button>
  )
}
