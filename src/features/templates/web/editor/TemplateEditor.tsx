import { Users } from 'lucide-react'
import { useRef, useState } from 'react'
import { useMe } from '#features/profile/web.tsx'
import { currentAccountId } from '#browser/session/token.ts'
import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { classes } from '#ui/styles/classes.ts'
import { useSuggestedEmail } from '../templateQueries.ts'
import { useTemplateRights } from '../useTemplateRights.ts'
import { type TemplateEditorProps, getAuthorEmail, storeAuthorEmail, useDraft } from './draft.ts'
import { ConfirmStep, ShareStep } from './ShareStep.tsx'
import { useCategoryName } from './CategoryField.tsx'
import type { TextRefusal } from '../textRefusals.ts'
import { useSavePrivate, useSubmitTemplate } from './useSaveTemplate.ts'
import { type ShareErrors, type WriteErrors, findShareErrors, findWriteErrors, hasErrors } from './validation.ts'
import { WriteStep } from './WriteStep.tsx'

/** Writes a template, and submits it to the community in a second step (B§2). */
export function TemplateEditor({ open, onClose, template }: TemplateEditorProps) {
  const [isDone, setDone] = useState(false)
  const close = () => {
    setDone(false)
    onClose()
  }
  // Each opening begins with what is stored.
  const [openings, setOpenings] = useState({ count: 0, wasOpen: false })
  if (open !== openings.wasOpen) setOpenings({ count: openings.count + (open ? 1 : 0), wasOpen: open })
  return (
    <>
      <EditorDialog
        key={`${openings.count} ${template?.id}`}
        open={open && !isDone}
        onClose={close}
        onSubmitted={() => setDone(true)}
        template={template}
      />
      <SubmittedDialog open={open && isDone} onClose={close} isUpdate={template?.custom_type === 'community'} />
    </>
  )
}

type Step = 'write' | 'share' | 'confirm'
type EditorDialogProps = TemplateEditorProps & { onSubmitted: () => void }

function EditorDialog({ open, onClose, onSubmitted, template }: EditorDialogProps) {
  const t = useTranslations('templates')
  const author = useMe()?.nickname ?? ''
  const { hasCommunity } = useTemplateRights()
  const owner = currentAccountId() ?? ''
  const { draft, isRestored, change, discard } = useDraft(template)
  const suggestedEmail = useSuggestedEmail()
  const [typedEmail, setEmail] = useState<string>()
  const email = typedEmail ?? getAuthorEmail(owner, template?.author_email || suggestedEmail)
  const [step, setStep] = useState<Step>('write')
  const [writeErrors, setWriteErrors] = useState<WriteErrors>({})
  const [shareErrors, setShareErrors] = useState<ShareErrors>({})
  const [problem, setProblem] = useState<TextRefusal | 'noPermission'>()
  const nameRef = useRef<HTMLInputElement>(null)
  const contentRef = useRef<HTMLTextAreaElement>(null)
  const categoryName = useCategoryName(draft.category)
  const isShared = template?.custom_type === 'community'
  const end = () => {
    discard()
    onClose()
  }
  const refused = () => setProblem('noPermission')
  const save = useSavePrivate(template, { saved: end, refused })
  const submit = useSubmitTemplate(template, {
    submitted: () => {
      storeAuthorEmail(email.trim(), owner)
      discard()
      onSubmitted()
    },
    refused,
    textRefused: (refusal) => {
      setProblem(refusal)
      setStep('write')
    },
  })
  /** Continues when the first step is complete, otherwise goes to what is wrong. */
  const ifWritten = (next: () => void) => {
    const errors = findWriteErrors(draft)
    setWriteErrors(errors)
    if (!hasErrors(errors)) return next()
    if (errors.name) nameRef.current?.focus()
    else contentRef.current?.focus()
  }
  const toConfirm = () => {
    const errors = findShareErrors(draft, email)
    setShareErrors(errors)
    if (!hasErrors(errors)) setStep('confirm')
  }
  const send = () =>
    draft.category !== '' && void submit.run({ draft: { ...draft, category: draft.category }, email: email.trim() })
  const isBusy = save.isBusy || submit.isBusy
  const continueOrSave = () => {
    if (isBusy) return
    if (step === 'share') toConfirm()
    else if (step === 'confirm') send()
    else ifWritten(isShared ? () => setStep('share') : () => void save.run(draft))
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="editor"
      title={template ? t('edit_template') : t('new_template')}
      titleEnd={<EditorSteps current={step === 'write' ? 1 : 2} />}
      initialFocus={nameRef}
      onSubmit={continueOrSave}
      footer={
        <>
          {step === 'write' && !isShared && (
            <Button
              variant="quiet"
              className="mr-auto"
              icon={<Users aria-hidden />}
              disabledReason={!hasCommunity && t('community_not_included')}
              onClick={() => ifWritten(() => setStep('share'))}
            >
              {t('share_with_community')}
            </Button>
          )}
          <FooterNote step={step} isShared={isShared} isRefused={problem === 'noPermission'} />
          {step === 'write' ? (
            <Button variant="quiet" onClick={end}>
              {t('cancel')}
            </Button>
          ) : (
            <Button variant="quiet" onClick={() => setStep(step === 'confirm' ? 'share' : 'write')}>
              {t('back')}
            </Button>
          )}
          <Button type="submit" variant="main" busy={isBusy}>
            {step === 'confirm' ? t('submit') : step === 'share' || isShared ? t('continue') : t('save')}
          </Button>
        </>
      }
    >
      {step === 'write' ? (
        <WriteStep
          draft={draft}
          onChange={(part) => {
            change(part)
            setProblem(undefined)
          }}
          errors={writeErrors}
          refusal={problem === 'noPermission' ? undefined : problem}
          isRestored={isRestored}
          onDiscard={discard}
          nameRef={nameRef}
          contentRef={contentRef}
        />
      ) : step === 'share' ? (
        <ShareStep draft={draft} onChange={change} email={email} onEmailChange={setEmail} errors={shareErrors} />
      ) : (
        <ConfirmStep draft={draft} email={email.trim()} category={categoryName} author={author} />
      )}
    </Dialog>
  )
}

/** The two steps of the editor, with the current one marked. */
function EditorSteps({ current }: { current: 1 | 2 }) {
  const t = useTranslations('templates')
  return (
    <ol className="flex items-center gap-2 text-sm text-ink3">
      {[t('step_write'), t('step_share')].map((label, index) => {
        const isCurrent = index + 1 === current
        return (
          <li key={label} aria-current={isCurrent ? 'step' : undefined} className="flex items-center gap-2">
            {index > 0 && <span aria-hidden className="h-px w-6 bg-line" />}
            <span
              aria-hidden
              className={classes(
                'grid size-5 place-items-center rounded-full border text-xs',
                isCurrent ? 'border-ink bg-ink font-[600] text-surface' : 'border-line',
              )}
            >
              {index + 1}
            </span>
            <span className={isCurrent ? 'font-[560] text-ink' : undefined}>{label}</span>
          </li>
        )
      })}
    </ol>
  )
}

/** Who sees the template, or that the plan includes none, which the server found out. */
function FooterNote({ step, isShared, isRefused }: { step: Step; isShared: boolean; isRefused: boolean }) {
  const t = useTranslations('templates')
  if (isRefused) return <span className="text-sm text-warn">{t('no_custom_right')}</span>
  if (step === 'confirm') return null
  const text = step === 'share' ? t('share_note') : isShared ? t('edit_shared_note') : t('private_note')
  return <span className="text-sm text-ink2">{text}</span>
}

type SubmittedDialogProps = { open: boolean; onClose: () => void; isUpdate: boolean }

/** Says what happens next with a submission. */
function SubmittedDialog({ open, onClose, isUpdate }: SubmittedDialogProps) {
  const t = useTranslations('templates')
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="small"
      title={t('submitted_title')}
      footer={
        <Button variant="main" onClick={onClose}>
          {t('done')}
        </Button>
      }
    >
      <p className="text-base text-ink2">{isUpdate ? t('submitted_update') : t('submitted_text')}</p>
    </Dialog>
  )
}
