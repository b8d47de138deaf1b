import { Copy, Ellipsis, History, Pencil, Trash2 } from 'lucide-react'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu/Menu.tsx'
import type { TemplateItem } from '../../contract.ts'
import { useTemplateRights } from '../useTemplateRights.ts'
import type { RunTemplateAction } from '../pageState.ts'

type DetailsMenuProps = { template: TemplateItem; onAction: RunTemplateAction }

/** Edits or deletes an own template (saveAsTemplate, B§4), shows its versions, and makes an own copy of any other (Personalize). */
export function DetailsMenu({ template, onAction }: DetailsMenuProps) {
  const t = useTranslations('templates')
  const { hasCustom } = useTemplateRights()
  const isOwn = template.is_mine
  const copyReason = !hasCustom ? t('no_custom_right') : template.is_locked === 1 && t('not_in_plan')
  return (
    <Menu align="end" trigger={<IconButton variant="plain" label={t('more_actions')} icon={<Ellipsis aria-hidden />} />}>
      {isOwn ? (
        <>
          <MenuItem
            icon={<Pencil aria-hidden />}
            disabledReason={!hasCustom && t('no_custom_right')}
            onSelect={() => onAction('edit', template)}
          >
            {t('edit')}
          </MenuItem>
          <MenuItem icon={<History aria-hidden />} onSelect={() => onAction('versions', template)}>
            {t('versions')}
          </MenuItem>
          <MenuSeparator />
          <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => onAction('delete', template)}>
            {t('delete')}
          </MenuItem>
        </>
      ) : (
        <MenuItem icon={<Copy aria-hidden />} disabledReason={copyReason} onSelect={() => onAction('personalize', template)}>
          {t('personalize')}
        </MenuItem>
      )}
    </Menu>
  )
}
