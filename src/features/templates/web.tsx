import type { WebFeature } from '#ui/feature/WebFeature.ts'
import { withNamespace } from '#browser/i18n/i18n.ts'
import { lazyDialog } from '#ui/dialog/Dialog.tsx'
import type { TemplatePickerProps } from './web/picker/TemplatePicker.tsx'

export type { ChosenTemplate } from './web/card/templateTexts.ts'

/** The manifest of the feature. */
export const templatesFeature: WebFeature = {
  name: 'templates',
  live: async () => (await import('./web/applyLiveEvent.ts')).applyLiveEvent,
}

/** All templates, to choose one for a recording (B§2): `<TemplatePicker open onClose value onChange />`. */
export const TemplatePicker = lazyDialog<TemplatePickerProps>(
  withNamespace('templates', async () => (await import('./web/picker/TemplatePicker.tsx')).TemplatePicker),
)
