import { ChevronLeft, Eye } from 'lucide-react'
import { useState } from 'react'
import { Button, buttonClass } from '#ui/button/Button.tsx'
import { ConfirmDialog } from '#ui/dialog/ConfirmDialog.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { MAX_LABEL, type SharedRecording, type ShareChange, type ShareLink } from '../contract.ts'
import { ClipField } from './ClipField.tsx'
import { LinkAddress } from './LinkAddress.tsx'
import { useLinkName } from './LinkList.tsx'
import { LinkOptions } from './LinkOptions.tsx'
import { LinkViews } from './LinkViews.tsx'
import { ShownParts } from './ShownParts.tsx'
import type { LinkChanges } from './useLinks.ts'

export type LinkSettingsProps = {
  recording: SharedRecording
  link: ShareLink
  number: number
  changes: LinkChanges
  /** Shows the list, where there is room for one only. */
  onBack: (() => void) | undefined
  onClose: () => void
}

/** One link: its address, what it shows, its limits and its views. */
export function LinkSettings({ recording, link, number, changes, onBack, onClose }: LinkSettingsProps) {
  const t = useTranslations('share')
  const save = (body: ShareChange) => void changes.change.run({ linkId: link.link_id, body })
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto px-7 pt-4 pb-4 max-sm:px-4">
        <div className="flex min-h-10 items-center gap-2 pr-9">
          {onBack && (
            <Button variant="quiet" className="-ml-3" icon={<ChevronLeft aria-hidden />} onClick={onBack}>
              {t('back')}
            </Button>
          )}
          {!onBack && <LinkLabel link={link} number={number} onSave={(label) => save({ label })} />}
          {link.preview_url && (
            <a
              href={link.preview_url}
              target="_blank"
              rel="noopener"
              className={`${buttonClass({ variant: 'quiet' })} ml-auto text-ink2!`}
            >
              <Eye aria-hidden />
              {t('preview')}
            </a>
          )}
        </div>
        {onBack && <LinkLabel link={link} number={number} onSave={(label) => save({ label })} />}
        {link.url === null ? (
          <p className="rounded-md bg-warn-soft px-3.5 py-2.5 text-base text-ink">{t('revoked_text')}</p>
        ) : (
          <LinkAddress url={link.url} />
        )}
        <ShownParts recording={recording} link={link} onChange={save} />
        <ClipField recording={recording} link={link} onChange={save} />
        <LinkOptions link={link} onChange={save} changes={changes} />
        <LinkViews link={link} />
      </div>
      <LinkFooter link={link} changes={changes} onClose={onClose} />
    </div>
  )
}

/** The name of a link, which only its owner sees. It is saved when the field is left. */
function LinkLabel({ link, number, onSave }: { link: ShareLink; number: number; onSave: (label: string) => void }) {
  const t = useTranslations('share')
  const name = useLinkName()({ ...link, label: '' }, number)
  const [draft, setDraft] = useState<string>()
  const save = () => {
    if (draft !== undefined && draft.trim() !== link.label) onSave(draft.trim())
    setDraft(undefined)
  }
  return (
    <TextField
      className="-ml-3 min-w-0 flex-1 [&_input]:text-lg [&_input]:font-[620] max-sm:ml-0"
      label={t('name')}
      hideLabel
      isQuiet
      value={draft ?? link.label}
      placeholder={name}
      maxLength={MAX_LABEL}
      title={t('name_hint')}
      onChange={setDraft}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}

function LinkFooter({ link, changes, onClose }: Pick<LinkSettingsProps, 'link' | 'changes' | 'onClose'>) {
  const t = useTranslations('share')
  const [isRenewing, setIsRenewing] = useState(false)
  const { revoke, renew, remove, restore } = changes
  const id = link.link_id
  return (
    <footer className="flex flex-wrap items-center gap-2 px-7 pt-2 pb-4 max-sm:px-4">
      {link.url === null ? (
        <>
          <Button onClick={() => restore(id)}>{t('restore')}</Button>
          <Button onClick={() => void renew.run(id)} busy={renew.isBusy}>
            {t('renew')}
          </Button>
          <Button variant="quiet" className="text-signal!" busy={remove.isBusy} onClick={() => void remove.run(id)}>
            {t('remove')}
          </Button>
        </>
      ) : (
        <>
          <Button variant="quiet" className="-ml-3 text-signal!" onClick={() => revoke(id)}>
            {t('revoke')}
          </Button>
          <Button variant="quiet" className="text-ink2!" onClick={() => setIsRenewing(true)}>
            {t('renew')}
          </Button>
        </>
      )}
      <span className="ml-auto text-sm text-ink2 max-sm:hidden">{t('apply_note')}</span>
      <Button className="max-sm:ml-auto" onClick={onClose}>
        {t('done')}
      </Button>
      <ConfirmDialog
        open={isRenewing}
        title={t('renew_title')}
        confirmLabel={t('renew')}
        busy={renew.isBusy}
        onConfirm={() => void renew.run(id).then(() => setIsRenewing(false))}
        onClose={() => setIsRenewing(false)}
      >
        {t('renew_text')}
      </ConfirmDialog>
    </footer>
  )
}
