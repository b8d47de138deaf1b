import type { ChipTone } from '#ui/badge/Chip.tsx'
import type { TemplateStatus } from '../../contract.ts'

/** How the status of a community template is marked (B§4). */
export const STATUS_TONES: Record<TemplateStatus, ChipTone> = {
  in_review: 'waiting',
  new_in_review: 'waiting',
  published: 'accent',
  rejected: 'bad',
  unavailable: 'bad',
}
