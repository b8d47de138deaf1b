declare module 'virtual:messages' {
  type Messages = Record<string, Record<string, string>>
  /** One lazy chunk a language; see vite/messages.ts. */
  export const loaders: Record<import('../../ui/locales.ts').Locale, () => Promise<{ default: Messages }>>
  /** The same by namespace, for those the first page does without. */
  export const later: Record<string, typeof loaders>
}
