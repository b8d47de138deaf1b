import { Check, ChevronDown, Plus } from 'lucide-react'
import { Menu, MenuItem, MenuRadioGroup, MenuSeparator } from '#ui/menu/Menu.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { useFormat } from '#browser/i18n/useFormat.ts'
import { coveredPercent } from '../rules.ts'
import type { Note, SummaryForm } from '../contract.ts'

export type NoteSwitcherProps = {
  /** The id of the note that is shown. */
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
  form: Note['extra']['form'] | undefined
  /** Undefined where no note can be added. */
  onAdd: (() => void) | undefined
}

/** The row that switches between the summary and the notes where there is no room for tabs. */
export function NoteSwitcher({ value, options, onChange, form, onAdd }: NoteSwitcherProps) {
  const t = useTranslations('notes')
  const label = options.find((option) => option.value === value)?.label
  return (
    <div className="mx-10 flex h-13 items-center gap-3 border-b border-line max-md:mx-5 max-sm:mx-4">
      <div className="min-w-0 flex-1">
        <Menu
          align="start"
          trigger={
            <button
              type="button"
              className="flex h-11 max-w-full items-center gap-1.5 rounded-sm text-start text-md font-[600]"
              aria-label={t('chooseNote', { name: label })}
            >
              <span className="truncate">{label}</span>
              <ChevronDown aria-hidden className="size-4 flex-none text-ink3" />
            </button>
          }
        >
          <MenuRadioGroup value={value} options={options} onChange={onChange} />
          {onAdd && (
            <>
              <MenuSeparator />
              <MenuItem icon={<Plus aria-hidden />} onSelect={onAdd}>
                {t('newNote')}
              </MenuItem>
            </>
          )}
        </Menu>
      </div>
      {form && <ShortCoverage form={form} />}
    </div>
  )
}

function ShortCoverage({ form: { coverage } }: { form: SummaryForm }) {
  const t = useTranslations('notes')
  const { percent } = useFormat()
  const isWhole = coveredPercent(coverage.share) === 100
  return (
    <span className={isWhole ? 'flex flex-none items-center gap-1.5 text-sm text-ink2' : 'flex-none text-sm text-warn'}>
      {isWhole && <Check aria-hidden className="size-4" />}
      {isWhole ? t('readInFullShort') : percent(coverage.share)}
    </span>
  )
}
