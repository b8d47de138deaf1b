import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { seconds } from '#shared/units.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import { Button } from '#ui/button/Button.tsx'
import { classes } from '#ui/styles/classes.ts'
import type { PastVersion } from '../../contract.ts'
import { StatusChip } from '../card/StatusChip.tsx'
import { TemplateIcon } from '../card/TemplateIcon.tsx'
import { InstructionsBlock } from '../tokens/InstructionsText.tsx'

type VersionRowProps = {
  version: PastVersion
  isOpen: boolean
  onToggle: () => void
  isRestoring: boolean
  /** Why it cannot be restored. */
  disabledReason: string | false
  onRestore: () => void
}

/** A version with its date and what became of it. Its text opens below. */
export function VersionRow({ version, isOpen, onToggle, isRestoring, disabledReason, onRestore }: VersionRowProps) {
  const t = useTranslations('templates')
  const { dateTime } = useFormat()
  const textId = useId()
  return (
    <li>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? textId : undefined}
        onClick={onToggle}
        className="flex min-h-12 w-full flex-wrap items-center gap-x-2.5 gap-y-1 rounded-sm py-2.5 text-start hover:bg-sunken"
      >
        <ChevronDown aria-hidden className={classes('size-4 flex-none text-ink3', !isOpen && '-rotate-90')} />
        <span className="text-base font-[560]">{t('version', { n: version.version })}</span>
        <span className="text-sm text-ink2">{dateTime(seconds(version.created_at))}</span>
        <span className="flex flex-wrap gap-1.5 max-sm:w-full max-sm:pl-6.5 sm:ml-auto sm:pr-1">
          {version.is_current && <Chip>{t('version_current')}</Chip>}
          <StatusChip status={version.status} />
        </span>
      </button>
      {isOpen && (
        <div id={textId} className="grid grid-cols-1 gap-3 pb-4 sm:pl-6.5">
          <div className="flex items-center gap-3">
            <TemplateIcon icon={version.icon} color={version.icon_color} />
            <div className="min-w-0">
              <p className="text-base font-[600] wrap-anywhere">{version.name}</p>
              {version.description !== '' && <p className="text-md wrap-anywhere text-ink2">{version.description}</p>}
            </div>
          </div>
          {version.comment !== '' && (
            <p className="text-md whitespace-pre-wrap wrap-anywhere">
              <span className="font-[560]">{t('reviewer_wrote')}</span> {version.comment}
            </p>
          )}
          <InstructionsBlock text={version.content} />
          {!version.is_current && (
            <Button className="justify-self-end" busy={isRestoring} disabledReason={disabledReason} onClick={onRestore}>
              {t('version_restore')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
