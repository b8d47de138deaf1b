import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Chip } from '#ui/badge/Chip.tsx'
import type { TemplateStatus, VersionStatus } from '../../contract.ts'

const STATUSES = {
  in_review: { tone: 'waiting', label: 'status_in_review' },
  new_in_review: { tone: 'waiting', label: 'status_new_in_review' },
  published: { tone: 'accent', label: 'status_published' },
  rejected: { tone: 'bad', label: 'status_rejected' },
  unavailable: { tone: 'bad', label: 'status_unavailable' },
  was_published: { tone: 'plain', label: 'version_was_published' },
  replaced: { tone: 'plain', label: 'version_replaced' },
} as const

/** The status of a community template or of one of its versions (B§4). Private ones have none. */
export function StatusChip({ status }: { status: TemplateStatus | VersionStatus | '' }) {
  const t = useTranslations('templates')
  if (status === '' || status === 'saved') return null
  const { tone, label } = STATUSES[status]
  return <Chip tone={tone}>{t(label)}</Chip>
}
