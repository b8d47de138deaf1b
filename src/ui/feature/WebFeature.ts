import type { QueryClient } from '@tanstack/react-query'
import type { AnyRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { MessageId } from '#browser/i18n/useMessage.ts'
import type { LiveHandler } from '#browser/live/handleTopic.ts'
import type { RedDotFlags } from '#browser/storage/redDots.ts'
import type { DialogPriority } from '../dialog/dialogQueue.tsx'
import type { DialogName, DialogProps } from '../dialog/openDialog.ts'
import type { UsePaletteActions } from './PaletteAction.ts'

/** Imports a component when it is needed: `async () => (await import('./web/ExportDialog.tsx')).ExportDialog`. */
export type LoadComponent<Props = object> = () => Promise<ComponentType<Props>>

/**
 * What a feature adds to the page: its manifest, exported by its `web.tsx` and listed in `src/app/web/features.ts`. It holds only
 * data and functions that import code when it is needed, because every page loads all manifests.
 */
export type WebFeature = {
  /** The name of its folder. */
  readonly name: string
  /** Its pages. Each route names its parent: `rootRoute`, or `mainRoute` for pages of signed-in users. */
  readonly routes?: readonly AnyRoute[]
  /** Loads the functions that apply live messages of the server to the data of this feature. */
  readonly live?: () => Promise<readonly LiveHandler[]>
  /** Loads a component that is mounted on every page of a signed-in user. It works in the background and shows nothing. */
  readonly background?: LoadComponent
  /** The dialogs that can open on every page of a signed-in user: `openDialog('export', { fileId })`. */
  readonly dialogs?: FeatureDialogs
  /** Panes of the settings dialog. */
  readonly settingsPanes?: readonly SettingsPane[]
  /** Loads a hook that returns what the feature offers in the command palette. It is loaded when the palette is first opened. */
  readonly paletteActions?: () => Promise<UsePaletteActions>
}

/** A manifest that keeps the types of its routes, for the types of the router. */
export type FeatureWithRoutes<Routes extends readonly AnyRoute[]> = Omit<WebFeature, 'routes'> & { readonly routes: Routes }

/** Dialogs by the names that the feature adds to `DialogParameters`. */
export type FeatureDialogs = { readonly [Name in DialogName]?: FeatureDialog<Name> }

export type FeatureDialog<Name extends DialogName> = {
  readonly priority: DialogPriority
  readonly load: LoadComponent<DialogProps<Name>>
  /** Loads a component that opens the dialog by itself. It is mounted two seconds after the first page and shows nothing. */
  readonly trigger?: LoadComponent
}

export type SettingsPane = {
  /** Its name in the address. */
  readonly id: string
  /** Panes are listed in ascending order. */
  readonly order: number
  /** Panes of the server are shown to its operator only, under a heading of their own. */
  readonly group?: 'server'
  /** Also shows a pane of the server to users for whom this resolves to true. Asked when the settings open. */
  readonly isShown?: (queries: QueryClient) => Promise<boolean>
  /** The namespace of this message must be one that the first page loads. */
  readonly title: MessageId
  readonly icon: ComponentType
  /** A red dot marks the pane while this flag of the user is set. Opening the pane clears it (A§4). */
  readonly redDot?: keyof RedDotFlags
  readonly load: LoadComponent<SettingsPaneProps>
}

/** `onClose` closes the settings. */
export type SettingsPaneProps = { onClose?: () => void }
