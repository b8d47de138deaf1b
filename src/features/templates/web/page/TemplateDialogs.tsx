import type { LibraryRow } from '#features/files/contract.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { lazyDialog } from '#ui/dialog/Dialog.tsx'
import { lazyComponent } from '#ui/lazy/lazyComponent.tsx'
import { shownTexts } from '../card/templateTexts.ts'
import type { OpenedDetails, TemplateLanguages } from '../pageState.ts'
import type { TemplatePopoverProps } from '../details/TemplatePopover.tsx'
import type { TemplateEditorProps } from '../editor/draft.ts'
import { LazyRecordingDialog } from '../recording/LazyRecordingDialog.ts'
import type { TryDialogProps } from '../try/TryDialog.tsx'
import type { VersionsDialogProps } from '../versions/VersionsDialog.tsx'
import { useChooseFor } from '../use/useChooseFor.ts'
import type { TemplateActions } from './useTemplateActions.ts'

const TemplatePopover = lazyComponent<TemplatePopoverProps>(
  async () => (await import('../details/TemplatePopover.tsx')).TemplatePopover,
)
const TryDialog = lazyDialog<TryDialogProps>(async () => (await import('../try/TryDialog.tsx')).TryDialog)
const VersionsDialog = lazyDialog<VersionsDialogProps>(
  async () => (await import('../versions/VersionsDialog.tsx')).VersionsDialog,
)
const TemplateEditor = lazyDialog<TemplateEditorProps>(async () => (await import('../editor/TemplateEditor.tsx')).TemplateEditor)

type TemplateDialogsProps = {
  opened: OpenedDetails | null
  onClose: () => void
  languages: TemplateLanguages
  recording: LibraryRow | undefined
  actions: TemplateActions
}

/** The details of a template, and the dialogs of what is done with one. */
export function TemplateDialogs({ opened, onClose, languages, recording, actions }: TemplateDialogsProps) {
  const t = useTranslations('templates')
  const chooseFor = useChooseFor()
  const { action, isOpen, close, remove } = actions
  const template = action?.template ?? null
  const is = (kind: NonNullable<typeof action>['kind']) => isOpen && action?.kind === kind
  return (
    <>
      {opened && <TemplatePopover opened={opened} onClose={onClose} languages={languages} onAction={actions.run} />}
      <TemplateEditor open={is('edit')} onClose={close} template={action?.kind === 'edit' ? template : null} />
      {template && (
        <>
          <TryDialog
            key={template.id}
            open={is('try')}
            onClose={close}
            template={template}
            languages={languages}
            recording={recording}
            onUse={() => actions.run('use', template)}
          />
          <VersionsDialog key={`versions ${template.id}`} open={is('versions')} onClose={close} template={template} />
          <LazyRecordingDialog
            open={is('use')}
            onClose={close}
            title={t('use_on')}
            onChoose={(chosen) => chooseFor(template, chosen)}
          />
          <ConfirmDialog
            open={is('delete')}
            onClose={close}
            danger
            title={t('delete_title', { name: shownTexts(template).name })}
            confirmLabel={t('delete')}
            busy={remove.isBusy}
            onConfirm={() => void remove.run(template)}
          >
            {template.custom_type === 'community' ? t('delete_community_text') : t('delete_text')}
          </ConfirmDialog>
        </>
      )}
    </>
  )
}
