import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Select } from '#ui/select/Select.tsx'
import type { CategoryId } from '../../contract.ts'
import { useCategories } from './categories.ts'

type CategoryFieldProps = {
  value: CategoryId | ''
  onChange: (category: CategoryId) => void
  error?: ReactNode
  className?: string
}

/** The category of a template. */
export function CategoryField({ value, onChange, error, className = '' }: CategoryFieldProps) {
  const t = useTranslations('templates')
  const categories = useCategories()
  const options = useMemo(() => categories?.map(({ id, name }) => ({ value: id, label: name })) ?? [], [categories])
  return (
    <Select<CategoryId>
      label={t('category')}
      options={options}
      value={value === '' ? null : value}
      onChange={onChange}
      error={error}
      className={className}
    />
  )
}
