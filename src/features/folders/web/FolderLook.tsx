import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { useWords } from '#ui/words.ts'
import { FOLDER_COLORS } from '../contract.ts'
import { FOLDER_ICONS, NAMED_COLORS, PRESET_NAMES, currentIcon } from '../rules.ts'
import type { FolderChoice } from '../rules.ts'
import { folderIcons } from './folderIcons.ts'
import { PickGrid } from './PickGrid.tsx'

export type FolderLookProps = {
  draft: FolderChoice
  onChange: (change: Partial<FolderChoice>) => void
}

/** Selects the colour and icon of a folder (B§5): seven presets, twelve named colours behind a button, 58 icons. */
export function FolderLook({ draft, onChange }: FolderLookProps) {
  const t = useWords('folders')
  const color = draft.color.toLowerCase()
  const [more, setMore] = useState(() => NAMED_COLORS.some((named) => named.color === color))
  return (
    <>
      <div className="grid gap-3">
        <PickGrid
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
          aria-expanded={more}
          onClick={() => setMore(!more)}
        >
          {more ? t('fewer_colors') : t('more_colors')}
        </Button>
        {more && (
          <PickGrid
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
      <PickGrid
        label={t('icon')}
        value={currentIcon(draft.icon)}
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
  <span aria-hidden className="size-5 rounded-sm ring-1 ring-ink/30 ring-inset" style={{ backgroundColor: color }} />
)
