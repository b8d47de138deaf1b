import { createElement } from 'react'
import type { ComponentType } from 'react'
import { withNamespace } from '#browser/i18n/i18n.ts'
import type { DialogProps } from '#ui/dialog/openDialog.ts'
import type { WebFeature } from '#ui/feature/WebFeature.ts'

/** The layout's own contributions: the command palette with the actions of all features, and the list of keyboard shortcuts. */
export const createLayoutFeature = (getFeatures: () => readonly WebFeature[]): WebFeature => ({
  name: 'layout',
  dialogs: {
    palette: {
      priority: 'requested',
      load: withNamespace(['palette', 'shortcuts'], () => loadPalette(getFeatures())),
    },
    shortcuts: {
      priority: 'requested',
      load: withNamespace('shortcuts', async () => (await import('./shortcuts/ShortcutsDialog.tsx')).ShortcutsDialog),
    },
  },
})

async function loadPalette(features: readonly WebFeature[]): Promise<ComponentType<DialogProps<'palette'>>> {
  const [{ CommandPalette }, ...featureActions] = await Promise.all([
    import(/* chunk: overlay */ '../palette/CommandPalette.tsx'),
    ...features.flatMap(({ paletteActions }) => paletteActions?.() ?? []),
  ])
  return (props) => createElement(CommandPalette, { ...props, featureActions })
}
