import { useState } from 'react'
import { Button } from '#ui/button/Button.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { FOLDER_COLORS } from '../../contract.ts'
import { folderColor } from '../icon/folderColor.ts'
import { FOLDER_ICONS, NAMED_COLORS, PRESET_NAMES, resolveIcon } from '../../rules.ts'
import type { FolderFields } from '../../rules.ts'
import { folderIcons } from '../icon/FolderIcon.tsx'
import { RadioGrid } from './RadioGrid.tsx'

export type FolderAppearanceProps = {
  draft: FolderFields
  onChange: (change: Partial<FolderFields>) => void
}

/** Selects the colour and icon of a folder (B§5): seven presets, twelve named colours behind a button, 58 icons. */
export function FolderAppearance({ draft, onChange }: FolderAppearanceProps) {
  const t = useTranslations('folders')
  const color = draft.color.toLowerCase()
  const [showsNamed, setShowsNamed] = useState(() => NAMED_COLORS.some((named) => named.color === color))
  return (
    <>
      <div className="grid gap-3">
        <RadioGrid
          label={t('color')}
          value={color}
          onChange={(next) => onChange({ color: next })}
          options={FOLDER_COLORS.map((value, index) => ({
            value,
            label: t(`color_${PRESET_NAMES[index] ?? 'black'}`),
            show: <Swatch color={value} />,
          }))}
        />
        <Button
          variant="quiet"
          size="sm"
          className="-ml-2 justify-self-start"
          aria-expanded={showsNamed}
          onClick={() => setShowsNamed(!showsNamed)}
        >
          {showsNamed ? t('fewer_colors') : t('more_colors')}
        </Button>
        {showsNamed && (
          <RadioGrid
            label={t('named_colors')}
            value={color}
            onChange={(next) => onChange({ color: next })}
            options={NAMED_COLORS.map(({ name, color: value }) => ({
              value,
              label: t(`color_${name}`),
              show: <Swatch color={value} />,
            }))}
          />
        )}
      </div>
      <RadioGrid
        label={t('icon')}
        value={resolveIcon(draft.icon)}
        onChange={(icon) => onChange({ icon })}
        className="-m-1 overflow-y-auto p-1 sm:max-h-52 min-[1440px]:max-h-64"
        options={FOLDER_ICONS.map((value) => {
          const Icon = folderIcons[value]
          return { value, label: t(`icon_${value}`), show: <Icon aria-hidden /> }
        })}
      />
    </>
  )
}

const Swatch = ({ color }: { color: string }) => (
  <span aria-hidden className="size-5 rounded-sm ring-1 ring-ink/30 ring-inset" style={{ backgroundColor: folderColor(color) }} />
)
