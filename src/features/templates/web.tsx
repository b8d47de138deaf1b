import { LayoutTemplate } from 'lucide-react'
import type { FeatureWithRoutes } from '#ui/feature/WebFeature.ts'
import { withNamespace } from '#browser/i18n/i18n.ts'
import { lazyDialog } from '#ui/dialog/Dialog.tsx'
import type { TemplatePickerProps } from './web/picker/TemplatePicker.tsx'
import { REVIEW_PANE } from './web/review/reviewPane.ts'
import { routes } from './web/routes.ts'

export type { ChosenTemplate } from './web/card/templateTexts.ts'
export { getLastTemplate, setLastTemplate } from './web/use/lastTemplate.ts'

/** The manifest of the feature. */
export const templatesFeature: FeatureWithRoutes<typeof routes> = {
  name: 'templates',
  routes,
  live: async () => (await import('./web/liveHandlers.ts')).liveHandlers,
  settingsPanes: [
    {
      id: REVIEW_PANE,
      order: 120,
      group: 'server',
      isShown: async (queries) => (await import('./web/review/ReviewPane.tsx')).isReviewer(queries),
      title: 'profile:pane_template_review',
      icon: LayoutTemplate,
      load: withNamespace('templates', async () => (await import('./web/review/ReviewPane.tsx')).ReviewPane),
    },
  ],
}

/** All templates, to choose one for a recording (B§2): `<TemplatePicker open onClose value onChange />`. */
export const TemplatePicker = lazyDialog<TemplatePickerProps>(
  withNamespace('templates', async () => (await import('./web/picker/TemplatePicker.tsx')).TemplatePicker),
)
