import { Popover as Base } from '@base-ui/react/popover'
import { X } from 'lucide-react'
import { useIsPhone } from '#browser/page/phone.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { buttonClass } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { classes } from '#ui/styles/classes.ts'
import { POPUP_CLASS } from '#ui/styles/popupClass.ts'
import type { TemplateItem } from '../../contract.ts'
import { TemplateIcon } from '../card/TemplateIcon.tsx'
import { shownTexts } from '../card/templateTexts.ts'
import type { OpenedDetails, RunTemplateAction, TemplateLanguages } from '../pageState.ts'
import { DetailsActions, TemplateDetails } from './TemplateDetails.tsx'

export type TemplatePopoverProps = {
  opened: OpenedDetails
  onClose: () => void
  languages: TemplateLanguages
  onAction: RunTemplateAction
}

/** The details of a template: 464 px wide below its card (B§9), a dialog on phones and without a card. */
export function TemplatePopover({ opened, onClose, languages, onAction }: TemplatePopoverProps) {
  const isPhone = useIsPhone()
  const { template, anchor } = opened
  const details = <TemplateDetails template={template} languages={languages} />
  const detailsActions = <DetailsActions template={template} languages={languages} onAction={onAction} />
  if (isPhone || !anchor)
    return (
      <Dialog
        open
        onClose={onClose}
        title={shownTexts(template).name}
        description={<Origin template={template} />}
        footer={detailsActions}
      >
        {details}
      </Dialog>
    )
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          side="bottom"
          align="end"
          sideOffset={14}
          collisionPadding={12}
          // Never beside the card: it stays below or above it, and scrolls when the window is low.
          collisionAvoidance={{ side: 'flip', align: 'shift', fallbackAxisSide: 'none' }}
          className="z-30 outline-none"
        >
          <Base.Popup
            // The card gets the focus back; without a trigger the library does not know it.
            finalFocus={() => anchor}
            className={classes(POPUP_CLASS, 'w-[29rem] max-w-(--available-width) p-5')}
          >
            <div className="mb-3.5 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3">
              <TemplateIcon icon={template.icon} color={template.icon_color} size="lg" />
              <div className="min-w-0">
                <Base.Title className="text-lg font-[640] wrap-anywhere">{shownTexts(template).name}</Base.Title>
                <Base.Description className="text-sm text-ink2">
                  <Origin template={template} />
                </Base.Description>
              </div>
              <CloseButton />
            </div>
            {details}
            <div className="flex flex-wrap items-center justify-end gap-2 pt-4">{detailsActions}</div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

function CloseButton() {
  const t = useTranslations('ui')
  return (
    <Base.Close aria-label={t('close')} className={classes(buttonClass({ variant: 'quiet', square: true }), 'self-start')}>
      <X aria-hidden />
    </Base.Close>
  )
}

function Origin({ template }: { template: TemplateItem }) {
  const t = useTranslations('templates')
  const parts = [
    template.author_name || t('you'),
    template.category,
    template.custom_type === 'community' && t('version', { n: template.version }),
  ]
  return <>{parts.filter(Boolean).join(' · ')}</>
}
