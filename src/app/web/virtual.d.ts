declare module 'virtual:messages' {
  type Messages = Record<string, Record<string, string>>
  /** One lazy chunk a language; see vite/messages.ts. */
  export const loaders: Record<import('../../ui/locales.ts').Locale, () => Promise<{ default: Messages }>>
  /** The same by namespace, for those the first page does without. */
  export const later: Record<string, typeof loaders>
}

declare module 'virtual:documents' {
  type Load = () => Promise<{ default: import('./pages/public/documentTree.ts').DocumentTree }>
  /** One lazy chunk a document and language; see vite/documents.ts. A text not yet written is missing. */
  export const documents: Record<
    import('./pages/public/documents.ts').DocumentName,
    Partial<Record<import('../../ui/locales.ts').Locale, Load>>
  >
}

/** What a build may be told (vite.config.ts). */
interface ImportMetaEnv {
  /** `on`: with the page /dev/kit. */
  readonly VITE_KIT: string
  /** The version of package.json. */
  readonly VITE_VERSION: string
}
