import { useTranslations } from '#browser/i18n/useTranslations.ts'
import { TextField } from '#ui/form/TextField.tsx'
import { TEMPLATE_DESCRIPTION_MAX } from '../../contract.ts'
import { TemplateIcon } from '../card/TemplateIcon.tsx'
import { InstructionsBlock } from '../tokens/InstructionsText.tsx'
import { CategoryField } from './CategoryField.tsx'
import { CountedField } from './CountedField.tsx'
import type { Draft } from './draft.ts'
import type { ShareErrors } from './validation.ts'

type ShareStepProps = {
  draft: Draft
  onChange: (part: Partial<Draft>) => void
  email: string
  onEmailChange: (email: string) => void
  errors: ShareErrors
}

/** The second step: what others read before they use the template, and where its reviewer can reach the author. */
export function ShareStep({ draft, onChange, email, onEmailChange, errors }: ShareStepProps) {
  const t = useTranslations('templates')
  return (
    <StepFrame>
      <p className="text-md text-pretty text-ink2">{t('share_lead')}</p>
      <CountedField
        label={t('description')}
        hint={t('description_hint')}
        error={errors.description && t(errors.description)}
        lines={2}
        max={TEMPLATE_DESCRIPTION_MAX}
        value={draft.description}
        onChange={(description) => onChange({ description: description.replaceAll('\n', ' ') })}
      />
      <CategoryField
        value={draft.category}
        onChange={(category) => onChange({ category })}
        error={errors.category && t(errors.category)}
      />
      <TextField
        label={t('author_email')}
        hint={t('author_email_hint')}
        error={errors.email && t(errors.email)}
        type="email"
        autoComplete="email"
        value={email}
        onChange={onEmailChange}
      />
    </StepFrame>
  )
}

type ConfirmStepProps = { draft: Draft; email: string; category: string; author: string }

/** What is about to be submitted, to be read once more. */
export function ConfirmStep({ draft, email, category, author }: ConfirmStepProps) {
  const t = useTranslations('templates')
  return (
    <StepFrame>
      <h3 className="text-lg font-[640]">{t('confirm_title')}</h3>
      <div className="flex items-center gap-3">
        <TemplateIcon icon={draft.icon} color={draft.color} size="lg" />
        <div className="min-w-0">
          <p className="text-base font-[600] wrap-anywhere">{draft.name}</p>
          <p className="text-md wrap-anywhere text-ink2">{draft.description}</p>
        </div>
      </div>
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] gap-y-2 text-md max-sm:grid-cols-1 [&>dd]:wrap-anywhere [&>dt]:text-ink2">
        <dt>{t('category')}</dt>
        <dd>{category}</dd>
        <dt>{t('author')}</dt>
        <dd>{author}</dd>
        <dt>{t('author_email')}</dt>
        <dd>{email}</dd>
      </dl>
      <div>
        <p className="pb-1.5 text-sm font-[550] text-ink3">{t('instructions')}</p>
        <InstructionsBlock text={draft.content} className="max-h-60 overflow-y-auto" />
      </div>
      <p className="text-sm text-pretty text-ink2">{t('confirm_note')}</p>
    </StepFrame>
  )
}

const StepFrame = ({ children }: { children: React.ReactNode }) => (
  <div className="min-h-0 flex-1 overflow-y-auto px-6 py-6 max-sm:px-4">
    <div className="mx-auto grid max-w-dialog-medium grid-cols-1 gap-5">{children}</div>
  </div>
)
