declare module 'virtual:messages' {
  type Messages = Record<string, Record<string, string>>
  /** One lazy chunk per language; see build/messages.ts. */
  export const loaders: Record<import('#shared/locales.ts').Locale, () => Promise<{ default: Messages }>>
  /** The same by namespace, for the namespaces that the first page does not need. */
  export const later: Record<string, typeof loaders>
}

declare module 'virtual:documents' {
  type Load = () => Promise<{ default: import('../../features/site/rules.ts').DocumentTree }>
  /** One lazy chunk per document and language; see build/documents.ts. Documents that do not exist yet are missing. */
  export const documents: Record<
    import('../../features/site/rules.ts').DocumentName,
    Partial<Record<import('#shared/locales.ts').Locale, Load>>
  >
}

/** Build-time variables (vite.config.ts). */
interface ImportMetaEnv {
  /** `on` includes the component gallery at /dev/kit. */
  readonly VITE_KIT: string
  /** The base URL of the API (A§7); empty for that of the page. */
  readonly VITE_API_URL: string
  /** The version of package.json. */
  readonly VITE_VERSION: string
}
