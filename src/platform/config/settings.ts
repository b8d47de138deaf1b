import { z } from 'zod'
import { appSettings } from '#platform/config/appSettings.ts'
import { identitySettings } from '#platform/config/identitySettings.ts'
import { llmSettings } from '#platform/config/llmSettings.ts'
import { paymentSettings } from '#platform/config/paymentSettings.ts'
import {
  accountSettings,
  dataSettings,
  networkSettings,
  processSettings,
  speechSettings,
} from '#platform/config/serverSettings.ts'
import { siteSettings } from '#platform/config/siteSettings.ts'
import { blobSettings, uploadSettings } from '#platform/config/storageSettings.ts'

/**
 * All settings by the name of their environment variable. Each has a default or is optional, and a description, from which
 * docs/configuration.md is generated. NAME_FILE is the path of a file with the value of NAME.
 */
export const settingsSchema = z.object({
  ...networkSettings,
  ...dataSettings,
  ...uploadSettings,
  ...blobSettings,
  ...speechSettings,
  ...llmSettings,
  ...accountSettings,
  ...identitySettings,
  ...paymentSettings,
  ...siteSettings,
  ...appSettings,
  ...processSettings,
})

export type Settings = z.infer<typeof settingsSchema>

/** The sections of docs/configuration.md. */
export const SETTING_GROUPS = [
  { title: 'Address and network', settings: networkSettings },
  { title: 'Data', settings: dataSettings },
  { title: 'Uploads and storage', settings: uploadSettings },
  { title: 'Object store', settings: blobSettings },
  { title: 'Speech recognition', settings: speechSettings },
  { title: 'Language models', settings: llmSettings },
  { title: 'Accounts', settings: accountSettings },
  { title: 'Sign-in with other accounts', settings: identitySettings },
  { title: 'Payments', settings: paymentSettings },
  { title: 'Texts and links of the operator', settings: siteSettings },
  { title: 'Other programs', settings: appSettings },
  { title: 'Processes', settings: processSettings },
] as const
