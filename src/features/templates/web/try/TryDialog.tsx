import { useTranslations } from '#browser/i18n/useTranslations.ts'
import type { LibraryRow } from '#features/files/contract.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import type { TemplateItem } from '../../contract.ts'
import { shownSections, shownTexts } from '../card/templateTexts.ts'
import type { TemplateLanguages } from '../pageState.ts'
import { useTemplateDetail } from '../templateQueries.ts'
import { TryPanel } from './TryPanel.tsx'

export type TryDialogProps = {
  open: boolean
  onClose: () => void
  template: TemplateItem
  languages: TemplateLanguages
  recording: LibraryRow | undefined
  onUse: () => void
}

/** Tries a template on a recording before it is used or adopted. */
export function TryDialog({ open, onClose, template, languages, recording, onUse }: TryDialogProps) {
  const t = useTranslations('templates')
  const tUi = useTranslations('ui')
  const detail = useTemplateDetail(open ? template.id : undefined, languages).data
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="medium"
      title={shownTexts(template).name}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {tUi('close')}
          </Button>
          <Button variant="main" onClick={onUse}>
            {t('use')}
          </Button>
        </>
      }
    >
      <TryPanel
        getInput={(file_id) => ({ file_id, template_id: template.id, type: template.custom_type })}
        headings={detail ? shownSections(detail).map(({ heading }) => heading) : []}
        recording={recording}
      />
    </Dialog>
  )
}
