import { Clock } from 'lucide-react'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { MenuRadioGroup } from '#ui/menu/Menu.tsx'
import { FilterChip } from './FilterChip.tsx'
import type { FilterProps } from './FilterChip.tsx'

/** In minutes. */
const RANGES: readonly { min?: number; max?: number }[] = [{ max: 5 }, { min: 5, max: 30 }, { min: 30, max: 60 }, { min: 60 }]

/** Filters by the length of recordings. */
export function LengthFilter({ filters, onChange }: FilterProps) {
  const t = useTranslations('search')
  const { duration } = useFormat()
  const rangeLabel = ({ min, max }: { min?: number | undefined; max?: number | undefined }) => {
    if (min === undefined) return t('search_length_under', { time: duration((max ?? 0) * 60) })
    if (max === undefined) return t('search_length_over', { time: duration(min * 60) })
    return `${duration(min * 60)} – ${duration(max * 60)}`
  }
  const { min, max } = filters
  const selected = RANGES.findIndex((range) => range.min === min && range.max === max)
  const isSet = (min ?? max) !== undefined
  return (
    <FilterChip
      icon={<Clock aria-hidden />}
      name={t('search_length')}
      value={isSet ? rangeLabel({ min, max }) : undefined}
      onClear={() => onChange({ ...filters, min: undefined, max: undefined })}
    >
      <MenuRadioGroup
        value={isSet ? selected : RANGES.length}
        options={[
          { value: RANGES.length, label: t('search_any_length') },
          ...RANGES.map((range, value) => ({ value, label: rangeLabel(range) })),
        ]}
        onChange={(value) => onChange({ ...filters, min: RANGES[value]?.min, max: RANGES[value]?.max })}
      />
    </FilterChip>
  )
}
